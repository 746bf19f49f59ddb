import {assetShape} from '@gazetteer/model/asset';
import {useTypes} from '../../api/type-index.ts';
import {AttributeCards} from './attribute-cards.tsx';
import {Documentation} from './documentation.tsx';
import classes from './entity.module.css';
import {FlowCard} from './flow-card.tsx';
import {QueryText} from './query-text.tsx';
import type {TabProps} from './tab-props.ts';

/**
 * What an asset without parts is: its documentation, of a process what it runs, reads and writes,
 * and its attributes. Parts that have nothing to show draw nothing.
 */
export function OverviewTab({entity}: TabProps) {
  const isProcess = assetShape(useTypes(), entity.typeName).kind === 'process';
  return (
    <div className={classes['stack']}>
      <Documentation entity={entity} />
      <QueryText entity={entity} />
      {isProcess && (
        <div className={classes['columns']}>
          <FlowCard guid={entity.guid} relation="inputs" title="Inputs" />
          <FlowCard guid={entity.guid} relation="outputs" title="Outputs" />
        </div>
      )}
      <AttributeCards entity={entity} />
    </div>
  );
}
