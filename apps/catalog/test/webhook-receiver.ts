import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Change = {
  id: string;
  operationType: string;
  entity?: {guid: string; attributes: Record<string, unknown>};
};
type Mutation = {guidAssignments: Record<string, string>};

/** Takes what is posted, unless it is told not to. */
export class Receiver {
  readonly changes: Change[] = [];
  requests = 0;
  /** Status of the answers. */
  status = 204;
  /** Takes what comes and answers nothing. */
  isSilent = false;
  #url = '';
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      this.requests++;
      if (this.isSilent) return;
      if (this.status === 204)
        this.changes.push(...(JSON.parse(body) as {changes: Change[]}).changes);
      response.writeHead(this.status).end();
    });
  });

  async start(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
    return this;
  }

  get args(): string[] {
    return ['--webhook', this.#url, '--webhook-allow-private', '--change-feed=false'];
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  await soon(async () => assert.ok(await what()));
}

/** @returns the guid of a new database */
export async function create(server: RunningCatalog, name: string): Promise<string> {
  const attributes = {qualifiedName: `${name}@hook`, name, clusterName: 'c'};
  const answer = await ask(`${server.url}/api/atlas/v2/entity`, {
    body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
  });
  assert.equal(answer.status, 200, answer.text);
  return (answer.json as Mutation).guidAssignments['-1'] ?? '';
}
