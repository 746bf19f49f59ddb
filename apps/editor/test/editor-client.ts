import assert from 'node:assert/strict';

export const admin = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

export type Body = {readonly [field: string]: unknown};
export type QueryStatus = {readonly status: string; readonly has_result_set: boolean};
export type Result = {
  readonly has_more: boolean;
  readonly meta: readonly {readonly name: string; readonly type: string}[];
  readonly data: readonly (readonly unknown[])[];
  readonly isEscaped: boolean;
};

/** Calls of the editor's API as a script would make them: a form, with a name and a password. */
export class EditorClient {
  readonly #url: string;
  readonly #prefix: string;

  constructor(url: string, prefix = '/api/editor') {
    this.#url = url;
    this.#prefix = prefix;
  }

  async post(name: string, fields: Readonly<Record<string, string>>): Promise<Body> {
    const answer = await this.#send(name, fields);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as Body;
  }

  /** With the HTTP status, for answers that pages show as a popup. */
  async popup(
    name: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{status: number; body: Body}> {
    const answer = await this.#send(name, fields);
    return {status: answer.status, body: (await answer.json()) as Body};
  }

  /** Returns the operation's id. */
  async execute(type: string, statement: string, database = 'default'): Promise<string> {
    const body = await this.post(`execute/${type}`, {statement, database});
    assert.equal(body['status'], 0, JSON.stringify(body));
    return String(body['history_uuid']);
  }

  async status(operationId: string): Promise<QueryStatus> {
    const body = await this.post('check_status', {operationId});
    assert.equal(body['status'], 0, JSON.stringify(body));
    return body['query_status'] as QueryStatus;
  }

  /** Waits for the end of a statement. */
  async ended(operationId: string): Promise<QueryStatus> {
    for (;;) {
      const now = await this.status(operationId);
      if (!['waiting', 'starting', 'running'].includes(now.status)) return now;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  async rows(operationId: string, fields: Readonly<Record<string, string>> = {}): Promise<Result> {
    const body = await this.post('fetch_result_data', {operationId, format: 'json', ...fields});
    assert.equal(body['status'], 0, JSON.stringify(body));
    return body['result'] as Result;
  }

  /** The whole way of a query: run, wait, read its first rows. */
  async query(type: string, statement: string): Promise<readonly (readonly unknown[])[]> {
    const id = await this.execute(type, statement);
    const {status, has_result_set} = await this.ended(id);
    assert.equal(status, 'available');
    return has_result_set ? (await this.rows(id)).data : [];
  }

  /** What `/api/v1/results/` says. */
  async result<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.#url}/api/v1/results/${path}`, {
      headers: {authorization: admin},
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as T;
  }

  async #send(name: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    return await fetch(`${this.#url}${this.#prefix}/${name}`, {
      method: 'POST',
      headers: {authorization: admin},
      body: new URLSearchParams(fields),
    });
  }
}
