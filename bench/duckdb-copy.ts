// What the engine does with the rows of a query by itself: `node bench/duckdb-copy.ts <folder>
// <sql>` prints seconds by what was done.
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

const [folder = '', sql = ''] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:', {threads: '2'})).connect();
const seconds: Record<string, number> = {};

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  seconds[name] = (performance.now() - begin) / 1000;
}

await timed('read', async () => {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    // Values, as whoever passes rows on has to have them.
    for (let column = 0; column < chunk.columnCount; column++) chunk.getColumnValues(column);
  }
});
await timed('csv', () => connection.run(`COPY (${sql}) TO '${join(folder, 'copy.csv')}' (HEADER)`));
await timed('parquet', () =>
  connection.run(`COPY (${sql}) TO '${join(folder, 'copy.parquet')}' (FORMAT parquet)`),
);
console.log(JSON.stringify(seconds));
