import {JsonError, type NamespacedName} from '@gazetteer/model';

export type UsedDataset = NamespacedName & {readonly columns: readonly string[]};
export type UsedJoin = {
  readonly left: NamespacedName;
  readonly right: NamespacedName;
  readonly columns: readonly {readonly left: string; readonly right: string}[];
};
/** A statement that succeeded, as whoever ran it tells of it. */
export type UsedStatement = {
  readonly id: string;
  readonly user: string;
  readonly engine: string;
  readonly endTime: number;
  readonly duration: number;
  readonly sql: string;
  readonly shape: string;
  readonly inputs: readonly UsedDataset[];
  readonly outputs: readonly UsedDataset[];
  readonly joins: readonly UsedJoin[];
};

const most = {statements: 100, datasets: 100, columns: 500, joins: 50, conditions: 20} as const;
const maxName = 2000;
const maxId = 200;
/** More of a text is not kept. */
export const maxSql = 4000;
const maxTime = 8_640_000_000_000_000;

type Json = Readonly<Record<string, unknown>>;

/** Held against its limits: members may be null whatever their shape says. @throws JsonError */
export function readUsedStatements(json: unknown): UsedStatement[] {
  const {statements} = (json ?? {}) as Json;
  return listAt(statements, most.statements, 'statements').map((one, i) =>
    readStatement(one, `statements[${i}].`),
  );
}

function readStatement(raw: Json, at: string): UsedStatement {
  const lists = {inputs: raw['inputs'] ?? [], outputs: raw['outputs'] ?? []};
  const sql = textAt(raw, 'sql', Infinity, at);
  return {
    id: textAt(raw, 'id', maxId, at),
    user: textAt(raw, 'user', maxId, at),
    engine: textAt(raw, 'engine', maxId, at),
    endTime: timeAt(raw, 'endTime', at),
    duration: timeAt(raw, 'duration', at),
    sql,
    // Without a shape each text is counted by itself, values and all.
    shape: (raw['shape'] ?? '') === '' ? sql : textAt(raw, 'shape', Infinity, at),
    inputs: readDatasets(lists.inputs, `${at}inputs`),
    outputs: readDatasets(lists.outputs, `${at}outputs`),
    joins: listAt(raw['joins'] ?? [], most.joins, `${at}joins`).map((one, i) =>
      readJoin(one, `${at}joins[${i}].`),
    ),
  };
}

function readDatasets(json: unknown, at: string): UsedDataset[] {
  return listAt(json, most.datasets, at).map((one, i) => {
    const names: unknown = one['columns'] ?? [];
    const place = `${at}[${i}].columns`;
    if (!Array.isArray(names) || names.length > most.columns) throw tooMany(most.columns, place);
    const columns = names.map((name: unknown) => textAt({name}, 'name', maxName, `${place}.`));
    return {...readName(one, `${at}[${i}].`), columns};
  });
}

function readJoin({left, right, columns}: Json, at: string): UsedJoin {
  return {
    left: readName((left ?? {}) as Json, `${at}left.`),
    right: readName((right ?? {}) as Json, `${at}right.`),
    columns: listAt(columns, most.conditions, `${at}columns`).map(pair => ({
      left: textAt(pair, 'left', maxName, `${at}columns.`),
      right: textAt(pair, 'right', maxName, `${at}columns.`),
    })),
  };
}

function readName(dataset: Json, at: string): NamespacedName {
  return {
    namespace: textAt(dataset, 'namespace', maxName, at),
    name: textAt(dataset, 'name', maxName, at),
  };
}

/** A list of objects. */
function listAt(list: unknown, limit: number, at: string): Json[] {
  if (!Array.isArray(list) || list.length > limit) throw tooMany(limit, at);
  return list.map((one: unknown) => {
    if (typeof one !== 'object' || one === null)
      throw new JsonError('Expected an object', undefined, at);
    return one as Json;
  });
}

function textAt(of: Json, name: string, limit: number, at: string): string {
  const given = of[name];
  const value = typeof given === 'string' ? storableText(given) : '';
  if (value !== '' && value.length <= limit) return value;
  const atMost = limit === Infinity ? '' : ` of ${limit} characters at most`;
  throw new JsonError(`Expected a text${atMost}`, undefined, `${at}${name}`);
}

/** Without what PostgreSQL does not take in JSON: the character 0 and halves of characters. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function timeAt(of: Json, name: string, at: string): number {
  const value = of[name];
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxTime)
    return value as number;
  throw new JsonError('Expected milliseconds', undefined, `${at}${name}`);
}

function tooMany(limit: number, at: string): JsonError {
  return new JsonError(`Expected a list of ${limit} at most`, undefined, at);
}
