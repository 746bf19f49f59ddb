import type {Moved} from './convert.ts';
import type {Grant, HueStatement} from './hue-types.ts';

/** A document as the editor has it. */
export type Stored = Moved & {
  readonly version: number;
  readonly changedBy: string;
  readonly trashedAt?: number;
};

export type StoredStatement = Omit<HueStatement, 'note'>;

export type Difference = {
  readonly kind: string;
  readonly uuid: string;
  readonly owner: string;
  readonly name: string;
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  /** Why, where that is known. */
  readonly reason?: string | undefined;
};

/** Of a value that is quoted. */
const maxQuoted = 300;

/** What differs between a document and what is stored of it. */
export function documentDifferences(moved: Moved, stored: Stored | undefined): Difference[] {
  const {uuid, owner, name} = moved;
  if (stored === undefined) return [{kind: 'missing', uuid, owner, name}];
  const reason =
    stored.changedAt > moved.changedAt
      ? `${stored.changedBy} saved it on the new server since.`
      : undefined;
  if (stored.trashedAt !== undefined)
    return [
      {kind: 'trash', uuid, owner, name, reason: 'It was thrown away on the new server since.'},
    ];
  const placed = 'It was moved on one of the two since. On the new server it stays in its folder.';
  const pairs: readonly (readonly [kind: string, source: string, target: string, why?: string])[] =
    [
      ['owner', owner, stored.owner],
      ['kind', moved.kind, stored.kind],
      ['name', isNamed(stored.name, name) ? stored.name : name, stored.name],
      ['description', moved.description, stored.description],
      ['folder', moved.folder, stored.folder, placed],
      ['time', timeText(moved.changedAt), timeText(stored.changedAt)],
      ['sharing', grantsText(moved.grants), grantsText(stored.grants)],
      ...contentPairs(moved, stored),
    ];
  return pairs
    .filter(([, source, target]) => source !== target)
    .map(([kind, source, target, why]) => ({
      kind,
      uuid,
      owner,
      name,
      ...quoted(source, target),
      reason: why ?? reason,
    }));
}

function contentPairs(
  moved: Moved,
  stored: Stored,
): readonly (readonly [string, string, string])[] {
  const of = ({content, notebook, dashboard}: Moved) => ({
    engine: content?.engine ?? '',
    database: content?.database ?? '',
    statement: content?.text ?? '',
    variables: sortedJson(content?.state['variables'] ?? {}),
    notebook: sortedJson(notebook ?? {}),
    dashboard: sortedJson(dashboard ?? {}),
  });
  const [source, target] = [of(moved), of(stored)];
  return (Object.keys(source) as (keyof typeof source)[]).map(kind => [
    kind,
    source[kind],
    target[kind],
  ]);
}

/** What Hue does not tell of a statement is not compared. */
export function statementDifferences(
  {note, ...given}: HueStatement,
  stored: StoredStatement | undefined,
): Difference[] {
  const {uuid, userName: owner} = given;
  const name = given.text.slice(0, 100);
  const what = {uuid, owner, name};
  if (stored === undefined) return [{kind: 'missing statement', ...what}];
  const text = note === '' ? stored.text : stored.text.slice(0, given.text.length);
  const database = given.database === '' ? '' : stored.database;
  const pairs = [
    ['user', owner, stored.userName],
    ['engine', given.engine, stored.engine],
    ['database', given.database, database],
    ['statement', given.text, text],
    ['state', given.state, stored.state],
    ['time', timeText(given.submittedAt), timeText(stored.submittedAt)],
  ] as const;
  return pairs
    .filter(([, source, target]) => source !== target)
    .map(([kind, source, target]) => ({
      kind: `${kind} of a statement`,
      ...what,
      ...quoted(source, target),
    }));
}

/** Whether it is the name, or what became of it where its folder had one like it. */
export function isNamed(name: string, wanted: string): boolean {
  return (
    name === wanted || (name.startsWith(wanted) && /^ \(\d+\)$/.test(name.slice(wanted.length)))
  );
}

export function grantsText(grants: readonly Grant[]): string {
  return grants
    .map(({kind, name, permission}) => `${permission}: ${kind} ${name}`.trimEnd())
    .sort()
    .join('; ');
}

const timeText = (time: number) => new Date(time).toISOString();

/** From a little before the first character that differs. */
function quoted(source: string, target: string): {source: string; target: string} {
  let at = 0;
  while (at < source.length && source[at] === target[at]) at++;
  const from = Math.max(0, at - 50);
  const cut = (text: string) =>
    (from > 0 ? '…' : '') +
    text.slice(from, from + maxQuoted) +
    (text.length > from + maxQuoted ? '…' : '');
  return {source: cut(source), target: cut(target)};
}

/** Servers may give members in another order than they were given in. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
