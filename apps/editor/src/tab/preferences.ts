import {AppError} from '@gazetteer/model';
import type {Database, Table} from '@gazetteer/db';

export const preferenceTable = {
  name: 'editor_preference',
  columns: {user_name: 'text', name: 'text', value: 'json'},
} as const satisfies Table;

const maxPreferences = 200;
const maxLength = 100_000;

/** All that the pages keep for somebody: the theme, the width of a panel. */
export async function readPreferences(
  db: Database,
  userName: string,
): Promise<Record<string, unknown>> {
  const sql = 'SELECT name, value FROM editor_preference WHERE user_name = ? ORDER BY name';
  const rows = await db.read(session =>
    session.all<{name: string; value: string}>(sql, [userName]),
  );
  return Object.fromEntries(rows.map(({name, value}) => [name, JSON.parse(value) as unknown]));
}

/** @param value any JSON; undefined takes the preference away */
export async function savePreference(
  db: Database,
  userName: string,
  name: string,
  value: unknown,
): Promise<void> {
  if (!/^[\w.-]{1,100}$/.test(name))
    throw new AppError('BAD_REQUEST', [`${name} is no name of a preference.`]);
  const text = value === undefined ? undefined : JSON.stringify(value);
  if (text !== undefined && text.length > maxLength)
    throw new AppError('BAD_REQUEST', [`A preference has at most ${maxLength} characters.`]);
  await db.write(async session => {
    if (text === undefined) {
      await session.run('DELETE FROM editor_preference WHERE user_name = ? AND name = ?', [
        userName,
        name,
      ]);
      return;
    }
    const [counted] = await session.all<{n: number}>(
      'SELECT COUNT(*) AS n FROM editor_preference WHERE user_name = ? AND name <> ?',
      [userName, name],
    );
    if (Number(counted?.n) >= maxPreferences)
      throw new AppError('CONFLICT', [
        `There are ${maxPreferences} preferences, which is the limit.`,
      ]);
    await session.insert(preferenceTable, [[userName, name, text]], {
      key: ['user_name', 'name'],
      set: ['value'],
    });
  });
}
