import {assetShape} from '@gazetteer/model/asset';
import {useTypes} from '../../api/type-index.ts';
import {Documentation} from './documentation.tsx';
import classes from './entity.module.css';
import {PartsTable} from './parts-table.tsx';
import {QueryText} from './query-text.tsx';
import type {TabProps} from './tab-props.ts';

/**
 * What a table or a container is made of, under what it is for. The query of a view stands below
 * its columns: whoever opens a view wants to know what is in it.
 */
export function PartsTab({entity}: TabProps) {
  const shape = assetShape(useTypes(), entity.typeName);
  return (
    <div className={classes['stack']}>
      <Documentation entity={entity} />
      <PartsTable entity={entity} shape={shape} />
      <QueryText entity={entity} />
    </div>
  );
}
