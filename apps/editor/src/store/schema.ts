import type {Migration, Table} from '@gazetteer/db';

/** What people ran, and by which handle the server knows it. */
export const statementTable = {
  name: 'editor_statement',
  columns: {
    id: 'id',
    uuid: 'text',
    user_name: 'text',
    engine: 'text',
    database_name: 'text',
    /** The whole text, of which `sql_text` is the statement `place`, counted from 0. */
    body: 'text',
    place: 'int',
    sql_text: 'text',
    state: 'text',
    has_result_set: 'int',
    message: 'text',
    submitted_at: 'number',
    finished_at: 'number',
    /** The operation's public name on the server. */
    guid: 'text',
    /** Secrets of the server: they never leave this table but for a call to it. */
    session: 'json',
    handle: 'json',
  },
} as const satisfies Table;

export const migrations: readonly Migration[] = [
  {
    // Beyond those of the catalog, with which the editor may share a database.
    id: 10_001,
    statements: ({types}) => [
      `CREATE TABLE editor_statement (id ${types.id} PRIMARY KEY, uuid ${types.text} NOT NULL UNIQUE,
       user_name ${types.text} NOT NULL, engine ${types.text} NOT NULL, database_name ${types.text} NOT NULL,
       body ${types.text} NOT NULL, place ${types.int} NOT NULL, sql_text ${types.text} NOT NULL,
       state ${types.text} NOT NULL, has_result_set ${types.int} NOT NULL, message ${types.text},
       submitted_at ${types.number} NOT NULL, finished_at ${types.number}, guid ${types.text},
       session ${types.json}, handle ${types.json})`,
      'CREATE INDEX editor_statement_user ON editor_statement (user_name, id)',
      'CREATE INDEX editor_statement_guid ON editor_statement (guid)',
    ],
  },
];
