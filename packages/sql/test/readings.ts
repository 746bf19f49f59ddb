import {readFileSync} from 'node:fs';
import {ColumnFinder} from '../src/query/columns.ts';
import {around, queryAt, queryTree} from '../src/query/query-tree.ts';
import {complete, dialectOf, type NameCatalog, nameMarks} from '../src/index.ts';
import {madeTables, withMadeTables} from '../src/made/made-tables.ts';
import {statementAround} from '../src/statement-around.ts';
import {tokensOf} from '../src/tokens.ts';
import {catalog as shop} from './shop.ts';

/**
 * A statement with a caret, and what is expected of it: what it reads at the caret, what is
 * proposed there, and what is marked.
 */
export type Reading = {
  readonly dialects: readonly string[];
  readonly marked: string;
  readonly expected: readonly string[];
};

export const dialects = [
  'hive',
  'spark',
  'impala',
  'trino',
  'duckdb',
  'postgresql',
  'mysql',
  'generic',
];
const caretSign = '¦';
const mostProposals = 4;
const words = new Set(['keyword', 'function', 'snippet']);
const lake = ['id bigint', 'kind string', 'at timestamp', 'payload string', 'day string'];

/** The shop, and a table whose partitions are days. */
const catalog: NameCatalog = {
  ...shop,
  databases: async () => [...(await shop.databases()), 'lake'],
  tables: async database =>
    database === 'lake'
      ? [{name: 'events', type: 'TABLE', comment: ''}]
      : await shop.tables(database),
  columns: async (database, table) =>
    database === 'lake' && table === 'events'
      ? lake.map(text => {
          const [name = '', type = ''] = text.split(' ');
          return {name, type, comment: '', isPartition: name === 'day'};
        })
      : await shop.columns(database, table),
};

/**
 * Blocks between empty lines: `# dialects` of those that follow, or a statement with what is
 * expected of it below, in lines that begin with `=`.
 */
export function readings(): Reading[] {
  const text = readFileSync(new URL('readings.txt', import.meta.url), 'utf8');
  let dialects: readonly string[] = [];
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap(block => {
      const lines = block.split('\n');
      if (block.startsWith('# ')) {
        dialects = block.slice(2).split(' ');
        return [];
      }
      const expected = lines.filter(line => line.startsWith('= '));
      const marked = lines.filter(line => !line.startsWith('= ')).join('\n');
      return [{dialects, marked, expected: expected.map(line => line.slice(2))}];
    });
}

/** What is found of a statement, in the lines that are expected of it. */
export async function read(name: string, marked: string): Promise<string[]> {
  const caret = marked.indexOf(caretSign);
  const text = marked.replace(caretSign, '');
  const question = {text, caret, dialect: dialectOf(name), database: 'shop'};
  const {proposals} = await complete(question, catalog);
  const found = await nameMarks(question, catalog);
  const names = proposals.slice(0, mostProposals).map(({label, kind}) => ({
    label,
    isWord: words.has(kind),
  }));
  const end = names.findIndex(({isWord}) => isWord);
  const first = names.slice(0, end < 0 ? names.length : Math.max(end, 1));
  return [
    `reads ${await scopeOf(text, caret, name)}`,
    `proposes ${first.map(({label, isWord}) => (isWord ? 'words' : label)).join(', ') || 'nothing'}`,
    ...found.map(({from, to, message}) => `marks ${text.slice(from, to)}: ${message}`),
  ];
}

/** Sources of the query at a place, and behind `in` those of the queries around it. */
async function scopeOf(whole: string, at: number, name: string): Promise<string> {
  const {text, from} = statementAround(whole, at, dialectOf(name));
  const made = madeTables(whole.slice(0, from), dialectOf(name), 'shop');
  const tokens = tokensOf(text, dialectOf(name)).filter(({kind}) => kind !== 'comment');
  const finder = new ColumnFinder(
    withMadeTables(() => made, 'shop', catalog, false),
    'shop',
  );
  const levels = around(queryAt(queryTree(tokens, text.length), at - from)).map(async query => {
    const sources = query.relations.map(async relation => {
      const {list, isComplete} = await finder.ofRelation(relation);
      const columns = [...list.map(one => one.name), ...(isComplete ? [] : ['…'])];
      return `${relation.alias}${relation.isTarget ? ' as target' : ''}(${columns.join(' ')})`;
    });
    return (await Promise.all(sources)).join(' ') || 'nothing';
  });
  return (await Promise.all(levels)).join(' in ');
}
