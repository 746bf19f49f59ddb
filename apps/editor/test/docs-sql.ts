// Runs a statement on the embedded engine as a page of the editor does, and prints its rows. For
// the examples of the documentation.
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';

const [url = ''] = process.argv.slice(2);
const authorization = `Basic ${btoa('admin:admin')}`;

async function ask(
  call: string,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const request = {method: 'POST', headers: {authorization}, body: new URLSearchParams(fields)};
  const answer = (await (await fetch(`${url}/api/editor/${call}`, request)).json()) as Record<
    string,
    unknown
  >;
  if (answer['status'] !== 0) throw new Error(JSON.stringify(answer));
  return answer;
}

let operation = {operationId: ''};
for (const statement of (await text(process.stdin))
  .split(/;\s*$/m)
  .filter(one => one.trim() !== '')) {
  const begun = await ask('execute/duckdb', {statement});
  operation = {operationId: String(begun['history_uuid'])};
  for (;;) {
    const {query_status: state} = (await ask('check_status', operation)) as {
      query_status: {status: string};
    };
    if (state.status === 'available') break;
    if (!['running', 'waiting'].includes(state.status))
      throw new Error(`${statement}: ${JSON.stringify(state)}`);
    await sleep(50);
  }
}
const {result} = (await ask('fetch_result_data', {...operation, rows: '100'})) as {
  result: {meta: {name: string}[]; data: unknown[][]};
};
for (const row of [result.meta.map(({name}) => name), ...result.data])
  process.stdout.write(`${row.join(' | ')}\n`);
