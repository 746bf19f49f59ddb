import {inner, type GraphRead, type GraphTx} from './graph.ts';
import {setting} from './schema.ts';

/** A text that concerns the whole store; undefined when nobody has written it. */
export async function readSetting(
  {[inner]: db}: GraphRead,
  name: string,
): Promise<string | undefined> {
  const [row] = await db.session.all<{value: string}>('SELECT value FROM setting WHERE name = ?', [
    name,
  ]);
  return row?.value;
}

export async function writeSetting(
  {[inner]: db}: GraphTx,
  name: string,
  value: string,
): Promise<void> {
  await db.session.insert(setting, [[name, value]], {key: ['name'], set: ['value']});
}
