import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';

type Engines = ReadonlyMap<string, SqlEngine>;

/**
 * The engine that a client means by a type, a dialect, `hive-1` or `query-hive`; the first one when
 * it names none.
 * @throws AppError for one that there is not, or that only others may use
 */
export function findEngine({engines, refused, access}: Editor, given: string): SqlEngine {
  const found = named(engines, given);
  if (found !== undefined) {
    access.decide('editor-use', found.id);
    return found;
  }
  const other = refused && named(refused.engines, given);
  if (refused !== undefined && other !== undefined) {
    const message = `${refused.userName} is not authorized to use ${other.displayName} (${other.id})`;
    // By the policy, which records it, or by its section.
    access.decide('editor-use', other.id);
    throw new AppError('BAD_REQUEST', [message], {fields: {code: 403}});
  }
  throw new AppError('BAD_REQUEST', [
    `There is no engine ${given}; there are ${[...engines.keys()].join(', ')}`,
  ]);
}

function named(engines: Engines, given: string): SqlEngine | undefined {
  const name = given.replace(/^query-/, '');
  const all = [...engines.values()];
  if (name === '') return all[0];
  return (
    engines.get(name) ??
    engines.get(name.replace(/-\d+$/, '')) ??
    all.find(engine => engine.id.toLowerCase() === name.toLowerCase()) ??
    all.find(engine => engine.dialect === name.replace(/-\d+$/, ''))
  );
}
