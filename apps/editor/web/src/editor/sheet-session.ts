/**
 * As the API takes them: SET, ADD and CREATE TEMPORARY FUNCTION before a statement, once in a
 * session.
 */
export type SheetPreparation = {
  readonly settings: readonly {readonly key: string; readonly value: string}[];
  readonly files: readonly {readonly type: string; readonly path: string}[];
  readonly functions: readonly {readonly name: string; readonly class_name: string}[];
};

/**
 * A session that somebody opened for a sheet. `guid` is the server's name of it, `id` the editor's.
 */
export type SheetSession = {
  readonly engine: string;
  readonly id: number;
  readonly guid: string;
  readonly openedAt: number;
  /** What the server says of it. */
  readonly configuration: Readonly<Record<string, string>>;
};

export const noPreparation: SheetPreparation = {settings: [], files: [], functions: []};

/** Without the rows that nobody has filled in; undefined when nothing is left. */
export function filledIn({
  settings,
  files,
  functions,
}: SheetPreparation): SheetPreparation | undefined {
  const filled = {
    settings: settings.filter(({key}) => key.trim() !== ''),
    files: files.filter(({path}) => path.trim() !== ''),
    functions: functions.filter(
      ({name, class_name: className}) => `${name}${className}`.trim() !== '',
    ),
  };
  return countOf(filled) === 0 ? undefined : filled;
}

/** For the badge of the button. */
export function countOf({settings, files, functions}: SheetPreparation): number {
  return settings.length + files.length + functions.length;
}

/**
 * What `execute` takes of it. Nothing for a session of another engine than the one that the sheet
 * is on now.
 */
export function sessionFields(
  engine: string,
  session: SheetSession | undefined,
  preparation: SheetPreparation | undefined,
): Readonly<Record<string, unknown>> {
  return {
    ...(session?.engine === engine && {session: {type: engine, id: session.id}}),
    ...(preparation && {properties: preparation}),
  };
}
