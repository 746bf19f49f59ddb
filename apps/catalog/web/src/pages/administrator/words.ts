/**
 * `TYPE_DEF_CREATE` as people say it. What the server learns later is shown as its own words, in
 * lower case.
 */
export function operationText(operation: string): string {
  return (
    known[operation] ??
    operation
      .toLowerCase()
      .replaceAll('_', ' ')
      .replace(/^./, letter => letter.toUpperCase())
  );
}

const known: Readonly<Record<string, string>> = {
  TYPE_DEF_CREATE: 'Types created',
  TYPE_DEF_UPDATE: 'Types changed',
  TYPE_DEF_DELETE: 'Types deleted',
  SERVER_START: 'Server started',
  SERVER_STATE_ACTIVE: 'Server became active',
  PURGE: 'Entities purged',
  AUTO_PURGE: 'Entities purged by schedule',
  EXPORT: 'Export',
  IMPORT: 'Import',
  IMPORT_DELETE_REPL: 'Deleted for replication',
};

/** Operations of the audit that can be picked, as the server names them. */
export const operations: readonly string[] = Object.keys(known);

/** JSON for reading; what is none stays as it is. */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
