import type {Database, Table} from '@gazetteer/db';
import {Refusal} from '../http/refusal.ts';

export const preferenceTable = {
  name: 'editor_preference',
  columns: {user_name: 'text', name: 'text', value: 'json'},
} as const satisfies Table;

const maxPreferences = 200;
const maxLength = 100_000;

/** All that the pages keep for somebody: the theme, the width of a panel. */
export async function readPreferences(db: Database, userName: string): Promise<Record<string, unknown>> {
  const sql = 'SELECT name, value FROM editor_preference WHERE user_name = ? ORDER BY name';
  const rows = await db.read(session => session.all<{name: string; value: string}>(sql, [userName]));
  return Object.fromEntries(rows.map(({name, value}) => [name, JSON.parse(value) as unknown]));
}

/** @param value any JSON; undefined takes the preference away */
export async function savePreference(db: Database, userName: string, name: string, value: unknown): Promise<void> {
  if (!/^[\w.-]{1,100}$/.test(name)) throw new Refusal(400, `${name} is no name of a preference.`);
  const text = value === undefined ? undefined : JSON.stringify(value);
  if (text !== undefined && text.length > maxLength)
    throw new Refusal(400, `A preference has at most ${maxLength} characters.`);
  await db.write(async session => {
    if (text === undefined) {
      await session.run('DELETE FROM editor_preference WHERE user_name = ? AND name = ?', [userName, name]);
      return;
    }
    const [counted] = await session.all<{n: number}>(
      'SELECT COUNT(*) AS n FROM editor_preference WHERE user_name = ? AND name <> ?',
      [userName, name],
    );
    if (Number(counted?.n) >= maxPreferences)
      throw new Refusal(409, `There are ${maxPreferences} preferences, which is the limit.`);
    await session.insert(
      preferenceTable,
      [[userName, name, text]],
      '(user_name, name) DO UPDATE SET value = EXCLUDED.value',
    );
  });
}
