import type {Engine} from '../api/wire.ts';
import {useShared} from '../shared-value.ts';
import {FunctionDialog} from './function-dialog.tsx';
import {shownDetails} from './shown-details.ts';
import {TableDrawer} from './table-drawer.tsx';

/**
 * What is known of the table or function that somebody has asked for. A key for each table, so that
 * the tab that was open in one is not that of the next.
 */
export function Details({engines}: {readonly engines: readonly Engine[]}) {
  const shown = useShared(shownDetails);
  const engine = engines.find(({type}) => type === shown?.engine);
  const close = () => shownDetails.set(undefined);
  if (shown === undefined || engine === undefined) return null;
  return shown.kind === 'table' ? (
    <TableDrawer key={shown.path.join('\0')} engine={engine} path={shown.path} onClose={close} />
  ) : (
    <FunctionDialog
      engine={engine.type}
      name={shown.name}
      described={shown.described}
      onClose={close}
    />
  );
}
