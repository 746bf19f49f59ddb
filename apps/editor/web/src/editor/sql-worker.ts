import {
  type Call,
  callAt,
  complete,
  countedUses,
  dialectOf,
  type ColumnName,
  type Expected,
  type Mark,
  marksOf,
  meaningAt,
  type NameCatalog,
  nameMarks,
  placesOf,
  type QueriedTable,
  statementAround,
  type StatementThatRan,
  type TableName,
} from '@gazetteer/sql';
import {GrammarClient} from '../grammar/grammar-client.ts';
import type {Answers, Asked, FromWorker, NameKind, ToWorker} from './sql-messages.ts';

// Reading a long script and ranking many thousand names takes longer than a keystroke may: it is
// done here, beside the page.

const tell = (message: FromWorker) => postMessage(message);
const waiting = new Map<number, (names: unknown) => void>();
/** Names by engine, kind and path, asked for once, and those that have come. */
const known = new Map<string, Promise<unknown>>();
const come = new Map<string, unknown>();
let asks = 0;
/** How often proposals were taken, and by engine how often tables and columns were used. */
let uses: Readonly<Record<string, number>> = {};
const usedOn = new Map<string, Readonly<Record<string, number>>>();
/** Of the dialect that somebody writes in. */
let grammar: GrammarClient | undefined;
let grammarOf = '';

/** Proposals do not wait longer for what makes them better. */
const waitMs = 80;
/** Tables of other databases come into the list when they are there. */
const otherWaitMs = 20;
/** The first time for names that nobody has asked for before, where there are no others. */
const firstWaitMs = 400;
/** The tables of so many databases are asked for, each list a question to the engine. */
const maxDatabases = 50;

function ask(engine: string, what: NameKind, ...path: readonly string[]): Promise<unknown> {
  const key = JSON.stringify([engine, what, path]);
  let names = known.get(key);
  if (names === undefined) {
    const number = ++asks;
    names = new Promise(resolve => waiting.set(number, resolve));
    known.set(key, names);
    tell({asks: number, engine, what, path});
    // What did not come may come the next time, where that asks no engine to read a table.
    const isCostly = what === 'values' || what === 'partitions';
    void names.then(found =>
      found === undefined ? !isCostly && known.delete(key) : come.set(key, found),
    );
  }
  return names.then(found => found ?? []);
}

/**
 * What packages/sql wants to know of an engine, from the memory of the worker where that has it.
 */
function catalogOf(engine: string): NameCatalog {
  const databases = async () => (await ask(engine, 'databases')) as string[];
  const tables = async (database: string) =>
    (await ask(engine, 'tables', database)) as readonly TableName[];
  return {
    databases,
    tables,
    otherTables: async own => await allOtherTables(engine, own),
    columns: async (database, table) =>
      (await ask(engine, 'columns', database, table)) as Awaited<
        ReturnType<NameCatalog['columns']>
      >,
    functions: async () => (await ask(engine, 'functions')) as string[],
  };
}

type PlacedTable = TableName & {readonly database: string};

/** @param found grows until all have come */
async function allOtherTables(
  engine: string,
  own: string,
  found: PlacedTable[] = [],
): Promise<PlacedTable[]> {
  const {databases, tables} = catalogOf(engine);
  const all = (await databases()).filter(name => name !== own).slice(0, maxDatabases);
  await Promise.all(
    all.map(async database => {
      for (const table of await tables(database)) found.push({...table, database});
    }),
  );
  return found;
}

/** Tables of a statement that marks ask the columns of: each is a question to the engine. */
const maxMarkedTables = 20;
let turn: Promise<unknown> = Promise.resolve();

/** For marks, which nobody waits for: columns of one table after the other, and of few. */
function patientCatalog(engine: string): NameCatalog {
  const catalog = catalogOf(engine);
  const tables = new Set<string>();
  return {
    ...catalog,
    columns: async (database, table) => {
      tables.add(`${database}\0${table}`);
      if (tables.size > maxMarkedTables) return [];
      const columns = turn.then(() => catalog.columns(database, table));
      turn = columns;
      return await columns;
    },
  };
}

/** What is here already: an engine is not asked about statements that nobody writes on. */
function cameCatalog(engine: string): NameCatalog {
  const cameNames = async <T>(what: NameKind, ...path: string[]): Promise<readonly T[]> =>
    (come.get(JSON.stringify([engine, what, path])) ?? []) as readonly T[];
  return {
    databases: () => cameNames('databases'),
    tables: database => cameNames('tables', database),
    otherTables: async () => [],
    columns: (database, table) => cameNames('columns', database, table),
    functions: () => cameNames('functions'),
  };
}

/** Values of numbers and times are rarely few, and are typed as quickly. */
const texts = /char|string|text|enum/i;

/**
 * Values for conditions: columns of texts of the embedded engine, which reads them at once, and of
 * others the keys of partitions, for which no table is read.
 */
function withValues(catalog: NameCatalog, engine: string, dialect: string): NameCatalog {
  const known = async (database: string, table: string, {name, type, isPartition}: ColumnName) => {
    if (dialect === 'duckdb')
      return texts.test(type)
        ? ((await ask(engine, 'values', database, table, name)) as string[])
        : [];
    if (isPartition !== true) return [];
    return (await ask(engine, 'partitions', database, table, name)) as string[];
  };
  return {
    ...catalog,
    values: async (database, table, column, isAlone) => {
      const found = known(database, table, column);
      return (await Promise.race([found, waited(isAlone ? firstWaitMs : waitMs)])) ?? [];
    },
  };
}

const waited = (ms = waitMs) => new Promise<undefined>(resolve => setTimeout(resolve, ms));

/** One at a time: a grammar takes some megabytes, and people write in one dialect. */
function grammarFor(dialect: string): GrammarClient {
  if (grammar === undefined || grammarOf !== dialect) {
    grammar?.end();
    grammar = new GrammarClient(dialect);
    grammarOf = dialect;
  }
  return grammar;
}

/** Code that has run is faster, by half with many thousand tables. */
const warming = ['SELECT * FROM ', 'SELECT a FROM b WHERE '];

/** While the page is idle, so that the first letters do not wait for a grammar and for lists. */
async function warm(name: string, engine: string, database: string): Promise<void> {
  const dialect = dialectOf(name);
  grammarFor(dialect.name).warm();
  const {databases, functions, tables} = catalogOf(engine);
  void countUses(engine, name);
  // Those of other databases are as many questions to the engine: asked when FROM is written.
  await Promise.all([databases(), functions(), tables(database)]);
  for (const text of warming)
    await complete({text, caret: text.length, dialect, database}, cameCatalog(engine));
}

/** Statements that ran are read in small portions. */
const statementsAtATime = 10;

/** Once a visit, unless it fails: nobody waits for it, and it changes little meanwhile. */
async function countUses(engine: string, dialect: string): Promise<void> {
  if (usedOn.has(engine)) return;
  usedOn.set(engine, {});
  const used = (await ask(engine, 'used')) as
    | {readonly statements: readonly StatementThatRan[]; readonly tables: readonly QueriedTable[]}
    | undefined;
  if (used === undefined) {
    usedOn.delete(engine);
    return;
  }
  const {statements, tables} = used;
  const dialectHere = dialectOf(dialect);
  const counts = countedUses([], tables, dialectHere);
  for (let from = 0; from < statements.length; from += statementsAtATime) {
    // What is asked meanwhile is answered first.
    await new Promise(resolve => setTimeout(resolve));
    const some = statements.slice(from, from + statementsAtATime);
    for (const [key, count] of Object.entries(countedUses(some, [], dialectHere)))
      counts[key] = (counts[key] ?? 0) + count;
  }
  usedOn.set(engine, counts);
}

/** All that proposals are ranked by. */
function usesOn(engine: string): Readonly<Record<string, number>> {
  const all = {...usedOn.get(engine)};
  for (const [key, count] of Object.entries(uses)) all[key] = (all[key] ?? 0) + count;
  return all;
}

addEventListener('message', ({data}: MessageEvent<ToWorker>) => void answer(data));

async function answer(message: ToWorker): Promise<void> {
  if ('asked' in message) {
    waiting.get(message.asked)?.(message.names);
    waiting.delete(message.asked);
  } else if ('forget' in message) {
    // What was on its way when it was forgotten is asked for anew by whoever needs it next.
    for (const key of known.keys())
      if ((JSON.parse(key) as string[])[0] === message.forget) {
        known.delete(key);
        come.delete(key);
      }
  } else if ('warm' in message) await warm(message.warm, message.engine, message.database);
  else if ('uses' in message) uses = message.uses;
  else tell({id: message.id, answer: await answers[message.do](message)});
}

const answers: {readonly [K in keyof Answers]: (asked: Asked) => Promise<Answers[K]>} = {
  complete: async ({text, caret, database, engine, ...asked}) => {
    const dialect = dialectOf(asked.dialect);
    const expected = (statement: string, at: number): Promise<Expected | undefined> =>
      Promise.race([grammarFor(dialect.name).expectedAt(statement, at), waited()]);
    const question = {text, caret, dialect, database, uses: usesOn(engine), expected};
    const catalog = catalogOf(engine);
    let isPartial = false;
    const otherTables = async (own: string) => {
      const found: PlacedTable[] = [];
      const come = allOtherTables(engine, own, found).then(() => true);
      // Where there are no others, there is nothing to show meanwhile.
      const isAlone = (await Promise.race([catalog.tables(own), waited()]))?.length === 0;
      const ms = isAlone ? firstWaitMs : otherWaitMs;
      isPartial = (await Promise.race([come, waited(ms)])) === undefined;
      return found;
    };
    const names = withValues({...catalog, otherTables}, engine, dialect.name);
    return {...(await complete(question, names)), isPartial};
  },
  others: async ({engine, database}) => void (await allOtherTables(engine, database)),
  mark: marksAt,
  call: knownCall,
  look: async ({dialect, engine, ...asked}) =>
    await meaningAt({...asked, dialect: dialectOf(dialect)}, catalogOf(engine)),
  places: async ({dialect, ...asked}) => placesOf({...asked, dialect: dialectOf(dialect)}),
};

/** Only functions that are known or listed by the engine: a table may stand before a parenthesis. */
async function knownCall({text, caret, dialect, engine}: Asked): Promise<Call | undefined> {
  const call = callAt(text.slice(0, caret), dialectOf(dialect));
  if (call === undefined || call.described !== undefined) return call;
  const name = call.name.toLowerCase();
  const functions = await catalogOf(engine).functions();
  return functions.some(one => one.toLowerCase() === name) ? call : undefined;
}

/** What is surely wrong first, then what a grammar does not allow, and what names tell. */
async function marksAt({text, caret, dialect: name, database, engine}: Asked): Promise<Mark[]> {
  const dialect = dialectOf(name);
  const marks = marksOf(text, dialect);
  const {text: statement, from} = statementAround(text, caret, dialect);
  const misplaced = await grammarFor(dialect.name).misplacedIn(statement);
  // Behind what nobody has closed, a grammar is lost.
  if (
    misplaced !== undefined &&
    !marks.some(mark => mark.from >= from && mark.from < from + statement.length)
  )
    marks.push({
      from: from + misplaced.from,
      to: from + misplaced.to,
      message: `${statement.slice(misplaced.from, misplaced.to)} is not expected here.`,
      severity: 'warning',
    });
  const named = await nameMarks(
    {text, caret, dialect, database},
    patientCatalog(engine),
    cameCatalog(engine),
  );
  return [...marks, ...named];
}
