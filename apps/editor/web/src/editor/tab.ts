import type {ChartSpec} from '../api/wire.ts';
import type {Run} from '../run/run.ts';
import type {SheetPreparation, SheetSession} from './sheet-session.ts';

/**
 * The saved query that a sheet shows. Whatever is in it is merged with what other pages did: see
 * `mergeTabs`, which has to know each member.
 */
export type TabDocument = {
  readonly uuid: string;
  /** The one that the sheet began with, or has saved. */
  readonly version: number;
  /**
   * Fingerprint of what that version says, to tell whether the sheet says something else by now.
   */
  readonly saved: string;
};

/** One sheet to write on, with what it last ran. */
export type Tab = {
  /** The page's own name of it, as long as the page is there. */
  readonly id: string;
  readonly title: string;
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  /** Values of `${name}` by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of its results, whichever statement they are of. */
  readonly charts?: readonly ChartSpec[] | undefined;
  /** What is wanted of the session for each statement. */
  readonly preparation?: SheetPreparation | undefined;
  /** A session that is this sheet's alone. */
  readonly session?: SheetSession | undefined;
  readonly run?: Run | undefined;
  readonly document?: TabDocument | undefined;
};

/** What the server keeps of a sheet. */
export type TabContent = Omit<Tab, 'id'>;

/** Without what the SQL server tells again, and what changes while somebody only looks. */
export function contentOf(tab: Tab): TabContent {
  const {title, engine, database, text, variables, preparation, session, run, document, charts} =
    tab;
  const optional = {
    ...(preparation && {preparation}),
    ...(session && {session}),
    ...(document && {document}),
    ...(charts && {charts}),
  };
  const kept = {title, engine, database, text, variables, ...optional};
  if (run === undefined) return kept;
  const statements = run.statements.map(({percent: _percent, jobs: _jobs, ...one}) => one);
  return {...kept, run: {...run, statements}};
}

/** Fields that an older page did not know, or that somebody else wrote, do no harm. */
export function tabOf(id: string, content: Readonly<Record<string, unknown>>): Tab {
  const text = (name: string): string => (typeof content[name] === 'string' ? content[name] : '');
  const object = (name: string): object | undefined =>
    typeof content[name] === 'object' && content[name] !== null ? content[name] : undefined;
  const run = object('run') as Run | undefined;
  const optional = ['preparation', 'session', 'document'].filter(
    name => object(name) !== undefined,
  );
  const charts = content['charts'];
  return {
    id,
    title: text('title'),
    engine: text('engine'),
    database: text('database'),
    text: text('text'),
    variables: (object('variables') ?? {}) as Tab['variables'],
    ...(Array.isArray(run?.statements) && {run}),
    ...(Array.isArray(charts) && {charts: charts as ChartSpec[]}),
    ...(Object.fromEntries(optional.map(name => [name, object(name)])) as Partial<Tab>),
  };
}

/**
 * Tells texts apart without keeping them: 53 bits of cyrb53, and the length. The length is part of
 * it: two texts of different length are never taken for the same.
 */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${text.length}-${(4294967296 * (2097151 & b) + (a >>> 0)).toString(36)}`;
}

/** A title that no other sheet has: `Query 3`, or `Orders (2)` where one was wished for. */
export function freeTitle(tabs: readonly Pick<Tab, 'title'>[], wanted = 'Query'): string {
  const taken = new Set(tabs.map(tab => tab.title));
  if (wanted !== 'Query' && !taken.has(wanted)) return wanted;
  for (let n = wanted === 'Query' ? 1 : 2; ; n++) {
    const title = wanted === 'Query' ? `Query ${n}` : `${wanted} (${n})`;
    if (!taken.has(title)) return title;
  }
}
