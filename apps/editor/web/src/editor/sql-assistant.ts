import {type Proposal, useKey} from '@gazetteer/sql';
import {
  databasesQuery,
  functionsQuery,
  partitionsQuery,
  queries,
  tableQuery,
  tablesQuery,
  usedQuery,
} from '../api/queries.ts';
import {valuesQuery} from '../assist/column-values.ts';
import type {Answers, FromWorker, NameKind, ToWorker} from './sql-messages.ts';

/** How often proposals were taken, kept in the browser. */
const usesKey = 'editor.uses';
/** What somebody took once in a year need not be ranked. */
const maxUses = 300;
/** What Hive calls the partition of rows without a value. */
const hiveNull = '__HIVE_DEFAULT_PARTITION__';
let worker: Worker | undefined;
let ids = 0;
/**
 * By the number of the question, since answers come in any order. `never` fits each of them: who
 * asks knows what comes.
 */
const waiting = new Map<number, (answer: never) => void>();

/**
 * Made when it is first needed. It has no access to the session of the page, so names are fetched
 * here and sent.
 */
function theWorker(): Worker {
  if (worker === undefined) {
    worker = new Worker(new URL('./sql-worker.ts', import.meta.url), {type: 'module'});
    worker.addEventListener('message', ({data}: MessageEvent<FromWorker>) => {
      if ('asks' in data) void sendNames(data);
      else {
        waiting.get(data.id)?.(data.answer as never);
        waiting.delete(data.id);
      }
    });
    worker.postMessage({uses: storedUses()} satisfies ToWorker);
    // Names that are asked for anew are not the worker's any more.
    queries.getQueryCache().subscribe(({type, query}) => {
      const [kind, engine] = query.queryKey;
      if (type === 'updated' && kind === 'names' && query.state.isInvalidated)
        worker?.postMessage({forget: String(engine)} satisfies ToWorker);
    });
  }
  return worker;
}

async function sendNames({
  asks,
  engine,
  what,
  path,
}: Extract<FromWorker, {asks: number}>): Promise<void> {
  const names = await namesOf(engine, what, path).catch(() => undefined);
  theWorker().postMessage({asked: asks, names} satisfies ToWorker);
}

/** As `ensureQueryData` would, but names that were invalidated are asked for anew. */
async function namesOf(
  engine: string,
  what: NameKind,
  [first = '', second = '', third = '']: readonly string[],
): Promise<unknown> {
  switch (what) {
    case 'databases':
      return await queries.fetchQuery(databasesQuery(engine));
    case 'tables':
      return await queries.fetchQuery(tablesQuery(engine, first));
    case 'columns': {
      const {extended_columns, partition_keys} = await queries.fetchQuery(
        tableQuery(engine, first, second),
      );
      const partitions = new Set(partition_keys.map(({name}) => name));
      return extended_columns.map(one => ({...one, isPartition: partitions.has(one.name)}));
    }
    case 'functions':
      return await queries.fetchQuery(functionsQuery(engine));
    case 'used':
      return await queries.fetchQuery(usedQuery(engine));
    case 'values': {
      const {values, isAll} = await queries.fetchQuery(valuesQuery(engine, first, second, third));
      return isAll ? values : [];
    }
    case 'partitions': {
      const {
        partition_keys: keys,
        partitions,
        is_cut: isCut,
      } = await queries.fetchQuery(partitionsQuery(engine, first, second));
      // Some of many would look like all of them.
      if (isCut) return [];
      const own = keys.findIndex(({name}) => name.toLowerCase() === third.toLowerCase());
      const values = new Set(partitions.flatMap(values => values[own] ?? []));
      values.delete(hiveNull);
      return [...values];
    }
  }
}

function storedUses(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(usesKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {};
  } catch {
    // A browser that keeps nothing ranks by what fits.
    return {};
  }
}

/** Somebody has taken a proposal: it comes earlier the next time. */
export function noteUse(proposal: Pick<Proposal, 'kind' | 'label'>): void {
  const key = useKey(proposal);
  const {[key]: count = 0, ...others} = storedUses();
  // The last ones are those that were used last.
  const uses = Object.fromEntries([...Object.entries(others), [key, count + 1]].slice(-maxUses));
  theWorker().postMessage({uses} satisfies ToWorker);
  try {
    localStorage.setItem(usesKey, JSON.stringify(uses));
  } catch {
    // As above.
  }
}

/** Loads what proposals need when the page has nothing else to do. */
export function warmAssistant(engine: string, dialect: string, database: string): () => void {
  const warm = () => theWorker().postMessage({warm: dialect, engine, database} satisfies ToWorker);
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(warm, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(warm);
  return () => cancelIdleCallback(idle);
}

export type Where = {
  readonly engine: string;
  readonly dialect: string;
  readonly database: string;
};

/**
 * Asks the worker about a place of a text. It never rejects: what the worker cannot find out is an
 * empty answer.
 */
export function askWorker<K extends keyof Answers>(
  question: K,
  text: string,
  caret: number,
  where: Where,
): Promise<Answers[K]> {
  const {promise, resolve} = Promise.withResolvers<Answers[K]>();
  const id = ++ids;
  waiting.set(id, resolve);
  theWorker().postMessage({id, do: question, text, caret, ...where} satisfies ToWorker);
  return promise;
}
