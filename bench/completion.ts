import {complete, dialectOf, type NameCatalog} from '@gazetteer/sql';
import {load, type Load} from './measure.ts';

const tableCount = 30_000;
const statementLength = 5000;

/**
 * What the page's worker does for a keystroke, without the way there: a statement of 5 kB, a
 * database of 30,000 tables with names of the kind that people give them.
 */
export async function measureCompletion(
  seconds: number,
): Promise<readonly (readonly [string, Load])[]> {
  const areas = ['sales', 'web', 'events', 'stage', 'finance', 'customer', 'ref', 'tmp'];
  const tables = Array.from({length: tableCount}, (_, n) => ({
    name: `${areas[n % areas.length]}_${['daily', 'hourly', 'raw', 'fact', 'dim'][n % 5]}_${n}`,
    type: n % 10 === 0 ? 'VIEW' : 'TABLE',
    comment: '',
  }));
  const columns = Array.from({length: 60}, (_, n) => ({
    name: `column_${n}`,
    type: 'string',
    comment: '',
  }));
  const catalog: NameCatalog = {
    databases: async () => ['default', 'sales'],
    tables: async () => tables,
    otherTables: async () => [],
    columns: async () => columns,
    functions: async () => Array.from({length: 300}, (_, n) => `function_${n}`),
  };
  const start = 'SELECT ';
  const behind =
    ' FROM sales_daily_0 t JOIN web_hourly_1 u ON t.column_1 = u.column_2 WHERE t.column_3 > 7';
  let list = '';
  for (let n = 0; list.length < statementLength - start.length - behind.length; n++)
    list += `t.column_${n % 60} AS c${n}, `;
  const carets = [
    ['names of tables', `${start}${list}1${behind} JOIN sal`, ''],
    ['names of tables, one letter', `${start}${list}1${behind} JOIN s`, ''],
    ['columns of an alias', `${start}${list}t.col`, behind],
    ['anything in a condition', `${start}${list}1${behind} AND c`, ''],
  ] as const;
  const results: [string, Load][] = [];
  for (const [name, before, after] of carets) {
    const question = {
      text: before + after,
      caret: before.length,
      dialect: dialectOf('hive'),
      database: 'default',
    };
    const measured = await load(1, {seconds}, async () => {
      const {proposals} = await complete(question, catalog);
      if (proposals.length === 0) throw new Error(`nothing is proposed for ${name}`);
    });
    results.push([`completion: ${name}`, measured]);
  }
  return results;
}
