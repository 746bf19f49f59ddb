import {sqlName} from '@gazetteer/model/sql';
import {DatabaseSync} from 'node:sqlite';

/** What a database file holds, to be compared with what a copy of it holds. */
export type Inspection = {
  /** Steps of the schema that were applied. */
  readonly steps: readonly number[];
  /** Rows by table, internal ones of the full-text index included. */
  readonly rows: Readonly<Record<string, number>>;
};

/**
 * Copies a database that others may be using and writing: the copy is what was committed when the
 * call began, and nobody waits for it. Not the backup interface of SQLite, which begins anew
 * whenever somebody else writes.
 * @param to must not exist
 */
export function copyDatabase(from: string, to: string): void {
  const db = new DatabaseSync(from, {readOnly: true, timeout: 30_000});
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

/**
 * Reads a whole database file.
 * @throws Error that says what is wrong with a damaged one
 */
export function inspectDatabase(file: string): Inspection {
  const db = new DatabaseSync(file, {readOnly: true, timeout: 30_000});
  try {
    const findings = db
      .prepare('PRAGMA integrity_check(5)')
      .all()
      .map(row => String(row['integrity_check']));
    if (findings.join() !== 'ok') throw new Error(`${file} is damaged: ${findings.join('; ')}`);
    const tables = db.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    const rows = tables.all().map(({name}) => {
      const {count} =
        db.prepare(`SELECT count(*) AS count FROM ${sqlName(String(name))}`).get() ?? {};
      return [String(name), Number(count)] as const;
    });
    const steps = db
      .prepare('SELECT id FROM migration ORDER BY id')
      .all()
      .map(({id}) => Number(id));
    return {steps, rows: Object.fromEntries(rows)};
  } finally {
    db.close();
  }
}
