// Results whose first column counts its rows from 0, read as far as they are to be had.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {FileSpool} from '../src/statement/results/file-spool.ts';
import type {Body, EditorClient} from './editor-client.ts';

export type RowsRead = {
  readonly seen: number;
  /** The answer that ended the reading. */
  readonly body: Body;
};

/** Reads from the first row on until an answer has none. */
export async function readUntilRefused(
  client: EditorClient,
  operationId: string,
): Promise<RowsRead> {
  for (let seen = 0; ;) {
    const fields = {operationId, rows: '10000', format: 'json', startOver: String(seen === 0)};
    const body = await client.post('fetch_result_data', fields);
    if (body['status'] !== 0) return {seen, body};
    const {data, has_more} = body['result'] as {data: number[][]; has_more: boolean};
    for (const row of data) assert.equal(row[0], seen++);
    if (!has_more) return {seen, body};
  }
}

/** How many rows there are. */
export async function readAll(client: EditorClient, operationId: string): Promise<number> {
  const {seen, body} = await readUntilRefused(client, operationId);
  assert.equal(body['status'], 0, JSON.stringify(body));
  return seen;
}

/** Whether the server was asked for a page that has not come. @param data folder of the editor */
export async function isOnItsWay(data: string, operationId: string): Promise<boolean> {
  const spool = await FileSpool.open(join(data, 'editor', 'results', operationId));
  await spool.close();
  return !spool.canGoOn;
}

export function assertSaysHowToGetRest({seen, body}: RowsRead): void {
  const message = String(body['message']);
  assert.equal(
    /^Only the first ([\d,]+) rows of this result are kept/.exec(message)?.[1]?.replaceAll(',', ''),
    String(seen),
  );
  assert.match(message, /To get the rest run the statement again/);
}
