import {isOver, type Run, type StatementRun} from '../run/run.ts';
import {fingerprint, type TabContent} from './tab.ts';

/**
 * What both sides began with, as far as that is known: a draft of an earlier page has kept no more
 * than a fingerprint.
 */
export type Base = {readonly textPrint: string; readonly content?: TabContent | undefined};

export type Merged =
  | {readonly kind: 'merged'; readonly content: TabContent}
  /** Both have changed the text: nobody but a person can make one of the two. */
  | {readonly kind: 'both'};

/**
 * One sheet out of two that began alike. What both changed is as it is here, but for texts, of
 * which none may be lost.
 */
export function mergeTabs(base: Base, own: TabContent, theirs: TabContent): Merged {
  const isOwnText = fingerprint(own.text) !== base.textPrint;
  // By fingerprints, since of the text both began with there may be nothing else left.
  const isTheirText = fingerprint(theirs.text) !== base.textPrint;
  if (own.text !== theirs.text && isOwnText && isTheirText) return {kind: 'both'};
  const before = base.content;
  const pick = <Name extends keyof TabContent>(name: Name): TabContent[Name] =>
    before !== undefined && same(own[name], before[name]) ? theirs[name] : own[name];
  const run = mergeRuns(own.run, theirs.run, before?.run);
  const [document, preparation, session] = [pick('document'), pick('preparation'), pick('session')];
  const charts = pick('charts');
  return {
    kind: 'merged',
    content: {
      title: pick('title'),
      engine: pick('engine'),
      database: pick('database'),
      text: isOwnText ? own.text : theirs.text,
      variables: mergeVariables(before?.variables ?? {}, own.variables, theirs.variables),
      ...(run !== undefined && {run}),
      ...(document !== undefined && {document}),
      ...(preparation !== undefined && {preparation}),
      ...(session !== undefined && {session}),
      ...(charts !== undefined && {charts}),
    },
  };
}

/** Which statement of a run is looked at is nobody else's business. */
export function isSameContent(a: TabContent, b: TabContent): boolean {
  return same(withoutShown(a), withoutShown(b));
}

function withoutShown(content: TabContent): TabContent {
  return content.run === undefined ? content : {...content, run: {...content.run, shown: 0}};
}

/**
 * Each for itself: two that filled in different ones lose none. What one side has emptied is gone.
 */
function mergeVariables(
  base: TabContent['variables'],
  own: TabContent['variables'],
  theirs: TabContent['variables'],
): TabContent['variables'] {
  const names = new Set([...Object.keys(own), ...Object.keys(theirs)]);
  const merged: Record<string, string> = {};
  for (const name of names) {
    const value = own[name] === base[name] ? theirs[name] : own[name];
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function mergeRuns(
  own: Run | undefined,
  theirs: Run | undefined,
  base: Run | undefined,
): Run | undefined {
  if (own === undefined || theirs === undefined) return base === undefined ? (own ?? theirs) : own;
  // Two that began something new: what began later is what a person looks at, and the history has
  // the other one.
  if (own.id !== theirs.id)
    return own.id === base?.id || beganAt(theirs) > beganAt(own) ? theirs : own;
  const statements = own.statements.map((mine, at) => further(mine, theirs.statements[at]));
  return {...own, statements};
}

function beganAt({statements}: Run): number {
  return Math.max(0, ...statements.map(({startedAt = 0}) => startedAt));
}

/** How far each is on its way. */
const order: readonly string[] = ['queued', 'stopped', 'sending', 'waiting', 'starting', 'running'];

/**
 * Of what two pages know of one statement what is known later; of the same the one that is kept
 * already.
 */
function further(own: StatementRun, theirs: StatementRun | undefined): StatementRun {
  if (theirs === undefined) return own;
  const rank = ({state, uuid, isKept}: StatementRun) =>
    (uuid === undefined ? 0 : 100) +
    (isOver(state) && state !== 'stopped' ? 50 : order.indexOf(state)) +
    (isKept === true ? 1 : 0);
  return rank(own) > rank(theirs) ? own : theirs;
}

/** What is not set and what is missing are the same in JSON, and so they are here. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** With names in one order, whoever wrote them down. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
