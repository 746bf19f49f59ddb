import type {GraphRead, GraphTx} from './graph.ts';
import {setting} from './schema.ts';

/** A text that concerns the whole store; undefined when nobody has written it. */
export async function readSetting({session}: GraphRead, name: string): Promise<string | undefined> {
  const [row] = await session.all<{value: string}>('SELECT value FROM setting WHERE name = ?', [
    name,
  ]);
  return row?.value;
}

export async function writeSetting({session}: GraphTx, name: string, value: string): Promise<void> {
  await session.insert(setting, [[name, value]], {key: ['name'], set: ['value']});
}
