import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {ApiError, status} from './envelope.ts';

/**
 * The engine that a client means by a type, a dialect, `hive-1` or `query-hive`; the first one when it names none.
 */
export function findEngine({engines}: Editor, given: string): SqlEngine {
  const name = given.replace(/^query-/, '');
  const all = [...engines.values()];
  const found =
    name === ''
      ? all[0]
      : (engines.get(name) ??
        engines.get(name.replace(/-\d+$/, '')) ??
        all.find(engine => engine.id.toLowerCase() === name.toLowerCase()) ??
        all.find(engine => engine.dialect === name.replace(/-\d+$/, '')));
  if (found === undefined) {
    throw new ApiError(status.failed, `There is no engine ${given}; there are ${[...engines.keys()].join(', ')}`);
  }
  return found;
}
