import {
  keptRecordTable,
  loginTables,
  loginTryTable,
  type Migration,
  type Table,
} from '@gazetteer/db';

/** Statements that a server may still be running or holding rows of. */
export const unfinished = "(state = 'sending' OR session IS NOT NULL)";

/** What people ran, and by which handle the server knows it. */
export const statementTable = {
  name: 'editor_statement',
  columns: {
    id: 'id',
    uuid: 'text',
    user_name: 'text',
    engine: 'text',
    database_name: 'text',
    /**
     * The text that it is a statement of, in `editor_script`; null when the statement is all of it.
     */
    script: 'text',
    /** Its number in that text, counted from 0, and how many statements the text has. */
    place: 'int',
    statement_count: 'int',
    sql_text: 'text',
    /** The statement in small letters: databases differ in what they make of others than ASCII. */
    search_text: 'text',
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
    /** The node that asks the server for it, where nodes share rows of results. */
    owner: 'text',
    /** What another node asks of that one. */
    wanted: 'text',
  },
} as const satisfies Table;

/**
 * Texts with several statements, each once for all the statements of it that were run one after the
 * other.
 */
export const scriptTable = {
  name: 'editor_script',
  columns: {id: 'text', user_name: 'text', body: 'text'},
} as const satisfies Table;

export const migrations: readonly Migration[] = [
  {
    // Beyond those of the catalog, with which the editor may share a database.
    id: 10_001,
    statements: ({types}) => [
      `CREATE TABLE editor_statement (id ${types.id} PRIMARY KEY, uuid ${types.text} NOT NULL UNIQUE,
       user_name ${types.text} NOT NULL, engine ${types.text} NOT NULL, database_name ${types.text} NOT NULL,
       script ${types.text}, place ${types.int} NOT NULL, statement_count ${types.int} NOT NULL,
       sql_text ${types.text} NOT NULL, search_text ${types.text} NOT NULL, state ${types.text} NOT NULL, has_result_set ${types.int} NOT NULL, message ${types.text},
       submitted_at ${types.number} NOT NULL, finished_at ${types.number}, guid ${types.text},
       session ${types.json}, handle ${types.json})`,
      'CREATE INDEX editor_statement_user ON editor_statement (user_name, id)',
      'CREATE INDEX editor_statement_guid ON editor_statement (guid)',
      'CREATE INDEX editor_statement_script ON editor_statement (script)',
      `CREATE TABLE editor_script (id ${types.text} PRIMARY KEY, user_name ${types.text} NOT NULL, body ${types.text} NOT NULL)`,
      'CREATE INDEX editor_script_user ON editor_script (user_name)',
    ],
  },
  {
    id: 10_002,
    statements: ({types}) => [
      `CREATE TABLE editor_tab (uuid ${types.text} PRIMARY KEY, user_name ${types.text} NOT NULL,
       place ${types.number} NOT NULL, revision ${types.int} NOT NULL, title ${types.text} NOT NULL, content ${types.json} NOT NULL,
       changed_at ${types.number} NOT NULL, closed_at ${types.number})`,
      'CREATE INDEX editor_tab_user ON editor_tab (user_name, place)',
      `CREATE TABLE editor_preference (user_name ${types.text} NOT NULL, name ${types.text} NOT NULL,
       value ${types.json} NOT NULL, PRIMARY KEY (user_name, name))`,
      // `search_text` is what is searched, in small letters: databases differ in what they make of
      // others than ASCII.
      `CREATE TABLE editor_document (uuid ${types.text} PRIMARY KEY, owner ${types.text} NOT NULL,
       parent ${types.text} NOT NULL, kind ${types.text} NOT NULL, name ${types.text} NOT NULL,
       description ${types.text} NOT NULL, version ${types.int} NOT NULL, content ${types.json} NOT NULL,
       search_text ${types.text} NOT NULL, created_at ${types.number} NOT NULL, changed_at ${types.number} NOT NULL,
       changed_by ${types.text} NOT NULL, trashed_at ${types.number})`,
      'CREATE UNIQUE INDEX editor_document_name ON editor_document (owner, parent, name) WHERE trashed_at IS NULL',
      // Each document with itself and every folder above it, so that rights and searches take no
      // walk.
      `CREATE TABLE editor_document_above (document ${types.text} NOT NULL, above ${types.text} NOT NULL,
       distance ${types.int} NOT NULL, PRIMARY KEY (document, above))`,
      'CREATE INDEX editor_document_below ON editor_document_above (above, document)',
      `CREATE TABLE editor_document_version (document ${types.text} NOT NULL, version ${types.int} NOT NULL,
       name ${types.text} NOT NULL, description ${types.text} NOT NULL, content ${types.json} NOT NULL,
       saved_at ${types.number} NOT NULL, saved_by ${types.text} NOT NULL, comment ${types.text} NOT NULL,
       PRIMARY KEY (document, version))`,
      `CREATE TABLE editor_document_grant (document ${types.text} NOT NULL, kind ${types.text} NOT NULL,
       name ${types.text} NOT NULL, level ${types.int} NOT NULL, PRIMARY KEY (document, kind, name))`,
      'CREATE INDEX editor_document_grant_name ON editor_document_grant (kind, name)',
    ],
  },
  {
    id: 10_003,
    statements: ({types}) => [
      `CREATE TABLE editor_token (uuid ${types.text} PRIMARY KEY, digest ${types.text} NOT NULL UNIQUE,
       user_name ${types.text} NOT NULL, name ${types.text} NOT NULL, created_at ${types.number} NOT NULL,
       expires_at ${types.number}, used_at ${types.number})`,
      'CREATE INDEX editor_token_user ON editor_token (user_name)',
      `CREATE TABLE editor_secret (name ${types.text} PRIMARY KEY, value ${types.text} NOT NULL)`,
    ],
  },
  {
    id: 10_004,
    statements: ({types}) => [
      `CREATE TABLE editor_result_share (uuid ${types.text} PRIMARY KEY, statement ${types.text} NOT NULL,
       owner ${types.text} NOT NULL, title ${types.text} NOT NULL, view ${types.json} NOT NULL, grants ${types.json} NOT NULL,
       created_at ${types.number} NOT NULL)`,
      'CREATE INDEX editor_result_share_statement ON editor_result_share (statement)',
      'CREATE INDEX editor_result_share_owner ON editor_result_share (owner)',
      // The same grants, to be found by whom they are for.
      `CREATE TABLE editor_result_share_grant (share ${types.text} NOT NULL, kind ${types.text} NOT NULL,
       name ${types.text} NOT NULL, PRIMARY KEY (share, kind, name))`,
      'CREATE INDEX editor_result_share_grant_name ON editor_result_share_grant (kind, name)',
    ],
  },
  {id: 10_005, statements: loginTables},
  {id: 10_006, statements: keptRecordTable},
  {
    id: 10_007,
    statements: ({types}) => [
      `ALTER TABLE editor_token ADD COLUMN scope ${types.text} NOT NULL DEFAULT 'all'`,
    ],
  },
  {
    // Statements that the catalog is to be told of.
    id: 10_008,
    statements: ({types}) => [
      `CREATE TABLE editor_lineage_outbox (statement ${types.id} PRIMARY KEY, attempts ${types.int} NOT NULL,
       noted_at ${types.number} NOT NULL, busy_until ${types.number} NOT NULL)`,
    ],
  },
  {
    id: 10_009,
    statements: ({types}) => [
      `CREATE TABLE editor_document_comment (uuid ${types.text} PRIMARY KEY, document ${types.text} NOT NULL,
       author ${types.text} NOT NULL, body ${types.text} NOT NULL, written_at ${types.number} NOT NULL)`,
      'CREATE INDEX editor_document_comment_document ON editor_document_comment (document, written_at)',
    ],
  },
  {
    // Saved queries that are run by a cron expression, their runs, and who is told of them.
    id: 10_010,
    statements: ({types}) => [
      `CREATE TABLE editor_schedule (uuid ${types.text} PRIMARY KEY, owner ${types.text} NOT NULL,
       document ${types.text} NOT NULL, name ${types.text} NOT NULL, cron ${types.text} NOT NULL,
       time_zone ${types.text} NOT NULL, settings ${types.json} NOT NULL, secret ${types.text} NOT NULL,
       paused_why ${types.text}, next_at ${types.number} NOT NULL, created_at ${types.number} NOT NULL,
       changed_at ${types.number} NOT NULL)`,
      'CREATE INDEX editor_schedule_owner ON editor_schedule (owner)',
      'CREATE INDEX editor_schedule_due ON editor_schedule (next_at) WHERE paused_why IS NULL',
      `CREATE TABLE editor_schedule_run (uuid ${types.text} PRIMARY KEY, schedule ${types.text} NOT NULL,
       owner ${types.text} NOT NULL, cause ${types.text} NOT NULL, due_at ${types.number} NOT NULL,
       state ${types.text} NOT NULL, attempt ${types.int} NOT NULL, not_before ${types.number} NOT NULL,
       started_at ${types.number}, ended_at ${types.number}, holder ${types.text}, busy_until ${types.number} NOT NULL,
       statement ${types.text}, outcome ${types.json} NOT NULL, message ${types.text},
       kept_bytes ${types.number})`,
      'CREATE INDEX editor_schedule_run_schedule ON editor_schedule_run (schedule, due_at)',
      "CREATE UNIQUE INDEX editor_schedule_run_once ON editor_schedule_run (schedule, due_at) WHERE cause = 'schedule'",
      "CREATE INDEX editor_schedule_run_open ON editor_schedule_run (state) WHERE state IN ('waiting', 'running')",
      'CREATE INDEX editor_schedule_run_kept ON editor_schedule_run (owner) WHERE kept_bytes IS NOT NULL',
      `CREATE TABLE editor_notice (uuid ${types.text} PRIMARY KEY, user_name ${types.text} NOT NULL,
       schedule ${types.text} NOT NULL, title ${types.text} NOT NULL, body ${types.text} NOT NULL,
       written_at ${types.number} NOT NULL, read_at ${types.number})`,
      'CREATE INDEX editor_notice_user ON editor_notice (user_name, written_at)',
      `CREATE TABLE editor_delivery (uuid ${types.text} PRIMARY KEY, schedule ${types.text} NOT NULL,
       owner ${types.text} NOT NULL, kind ${types.text} NOT NULL, target ${types.text} NOT NULL,
       content ${types.json} NOT NULL, attempts ${types.int} NOT NULL, not_before ${types.number} NOT NULL)`,
      'CREATE INDEX editor_delivery_next ON editor_delivery (not_before)',
      // Whoever takes what is due holds this row meanwhile, and writes down when that was.
      `CREATE TABLE editor_turn (name ${types.text} PRIMARY KEY, seen_at ${types.number} NOT NULL)`,
      "INSERT INTO editor_turn (name, seen_at) VALUES ('schedules', 0)",
    ],
  },
  {
    // The statement that each text was run by last, so that dashboards find its result.
    id: 10_011,
    statements: ({types}) => [
      `CREATE TABLE editor_latest_result (user_name ${types.text} NOT NULL, fingerprint ${types.text} NOT NULL,
       statement ${types.text} NOT NULL, asked_at ${types.number} NOT NULL, PRIMARY KEY (user_name, fingerprint))`,
    ],
  },
  {
    // Those that are only counted wait behind those with lineage.
    id: 10_012,
    statements: ({types}) => [
      `ALTER TABLE editor_lineage_outbox ADD COLUMN is_use ${types.int} NOT NULL DEFAULT 0`,
      'CREATE INDEX editor_lineage_outbox_next ON editor_lineage_outbox (is_use, statement)',
    ],
  },
  {
    // Of which table a schedule is a check and how it ended, and tables the catalog is to be told of.
    id: 10_013,
    statements: ({types}) => [
      `CREATE TABLE editor_check (schedule ${types.text} PRIMARY KEY, namespace ${types.text} NOT NULL,
       name ${types.text} NOT NULL, verdict ${types.text}, checked_at ${types.number})`,
      'CREATE INDEX editor_check_table ON editor_check (namespace, name)',
      `CREATE TABLE editor_check_report (namespace ${types.text} NOT NULL, name ${types.text} NOT NULL,
       noted_at ${types.number} NOT NULL, not_before ${types.number} NOT NULL, attempts ${types.int} NOT NULL,
       PRIMARY KEY (namespace, name))`,
      'CREATE INDEX editor_check_report_next ON editor_check_report (not_before)',
    ],
  },
  {
    // What dashboards showed at a time, and the links that show it without a login.
    id: 10_014,
    statements: ({types}) => [
      `CREATE TABLE editor_snapshot (uuid ${types.text} PRIMARY KEY, document ${types.text} NOT NULL,
       owner ${types.text} NOT NULL, name ${types.text} NOT NULL, description ${types.text} NOT NULL,
       audience ${types.text} NOT NULL, has_preview ${types.int} NOT NULL, engines ${types.json} NOT NULL,
       content ${types.json} NOT NULL, picture ${types.text}, bytes ${types.number} NOT NULL,
       taken_at ${types.number} NOT NULL)`,
      'CREATE INDEX editor_snapshot_document ON editor_snapshot (document, taken_at)',
      'CREATE INDEX editor_snapshot_owner ON editor_snapshot (owner)',
      `CREATE TABLE editor_snapshot_link (uuid ${types.text} PRIMARY KEY, snapshot ${types.text} NOT NULL,
       secret ${types.text} NOT NULL, expires_at ${types.number} NOT NULL, created_at ${types.number} NOT NULL)`,
      'CREATE INDEX editor_snapshot_link_snapshot ON editor_snapshot_link (snapshot)',
    ],
  },
  {id: 10_015, statements: loginTryTable},
  {
    // Who opened what others share, a document or a result, and when last.
    id: 10_017,
    statements: ({types}) => [
      `CREATE TABLE editor_viewer (subject ${types.text} NOT NULL, viewer ${types.text} NOT NULL,
       viewed_at ${types.number} NOT NULL, PRIMARY KEY (subject, viewer))`,
      'CREATE INDEX editor_viewer_age ON editor_viewer (viewed_at)',
    ],
  },
  {
    // Editors that share rows of results, and which of them has which statement.
    id: 10_018,
    statements: ({types}) => [
      `CREATE TABLE editor_node (id ${types.text} PRIMARY KEY, seen_at ${types.number} NOT NULL)`,
      `ALTER TABLE editor_statement ADD COLUMN owner ${types.text}`,
      `ALTER TABLE editor_statement ADD COLUMN wanted ${types.text}`,
      'CREATE INDEX editor_statement_wanted ON editor_statement (owner) WHERE wanted IS NOT NULL',
    ],
  },
  {
    // Documents and statements that were taken over from another server once, with their grants there.
    id: 10_019,
    statements: ({types}) => [
      `CREATE TABLE editor_taken_over (uuid ${types.text} PRIMARY KEY, grants ${types.text} NOT NULL)`,
    ],
  },
  {
    // Since when a node is heard of without a gap, and what a node that takes over looks through.
    id: 10_020,
    statements: ({types}) => [
      `ALTER TABLE editor_node ADD COLUMN steady_since ${types.number} NOT NULL DEFAULT 0`,
      `CREATE INDEX editor_statement_unfinished ON editor_statement (id) WHERE ${unfinished}`,
    ],
  },
  {
    // What a server has said of a statement, as long as somebody asks a node that does not have it.
    id: 10_022,
    statements: ({types}) => [
      `CREATE TABLE editor_report (statement ${types.int} PRIMARY KEY, asked_at ${types.number} NOT NULL,
       percent ${types.number}, line_count ${types.int}, lines ${types.text}, is_open ${types.int})`,
      'CREATE INDEX editor_report_age ON editor_report (asked_at)',
    ],
  },
  {
    // By which number bookmarks of another server name a document that was taken over.
    id: 10_023,
    statements: ({types}) => [
      `CREATE TABLE editor_number_there (uuid ${types.text} PRIMARY KEY, number ${types.number} NOT NULL)`,
      'CREATE INDEX editor_number_there_number ON editor_number_there (number)',
    ],
  },
];
