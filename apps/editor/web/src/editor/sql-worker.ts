import {complete, dialectOf, marksOf, type NameCatalog} from '@gazetteer/sql';
import type {FromWorker, NameKind, ToWorker} from './sql-messages.ts';

// Reading a long script and ranking many thousand names takes longer than a keystroke may: it is
// done here, beside the page.

const tell = (message: FromWorker) => postMessage(message);
const waiting = new Map<number, (names: unknown) => void>();
/** Names by engine, kind and path, asked for once. */
const known = new Map<string, Promise<unknown>>();
let asks = 0;

function ask(engine: string, what: NameKind, ...path: readonly string[]): Promise<unknown> {
  const key = JSON.stringify([engine, what, path]);
  let names = known.get(key);
  if (names === undefined) {
    const number = ++asks;
    names = new Promise(resolve => waiting.set(number, resolve));
    known.set(key, names);
    tell({asks: number, engine, what, path});
    // What did not come may come the next time.
    void names.then(found => found === undefined && known.delete(key));
  }
  return names.then(found => found ?? []);
}

function catalogOf(engine: string): NameCatalog {
  return {
    databases: async () => (await ask(engine, 'databases')) as string[],
    tables: async database =>
      (await ask(engine, 'tables', database)) as Awaited<ReturnType<NameCatalog['tables']>>,
    columns: async (database, table) =>
      (await ask(engine, 'columns', database, table)) as Awaited<
        ReturnType<NameCatalog['columns']>
      >,
    functions: async () => (await ask(engine, 'functions')) as string[],
  };
}

addEventListener('message', ({data}: MessageEvent<ToWorker>) => void answer(data));

async function answer(message: ToWorker): Promise<void> {
  if ('asked' in message) {
    waiting.get(message.asked)?.(message.names);
    waiting.delete(message.asked);
  } else if ('forget' in message) {
    for (const key of known.keys())
      if ((JSON.parse(key) as string[])[0] === message.forget) known.delete(key);
  } else if (message.do === 'mark') {
    tell({id: message.id, marks: marksOf(message.text, dialectOf(message.dialect))});
  } else {
    const {id, text, caret, dialect, database, engine} = message;
    const question = {text, caret, dialect: dialectOf(dialect), database};
    tell({id, completion: await complete(question, catalogOf(engine))});
  }
}
