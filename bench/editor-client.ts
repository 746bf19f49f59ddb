import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import type {EditorProcess} from '../apps/editor/test/editor-process.ts';

export type Transfer = {
  readonly seconds: number;
  readonly bytes?: number;
  /** Of the editor's own process, without the engine's. */
  readonly peakMiB?: string;
};

type Json = Readonly<Record<string, unknown>>;

/** A person with an editor and its embedded engine. */
export class EditorClient {
  readonly #editor: EditorProcess;
  readonly #user: string;

  constructor(editor: EditorProcess, user: string) {
    this.#editor = editor;
    this.#user = user;
  }

  /** A file of people who log in with their names. */
  static credentials(names: readonly string[]): string {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    return names.map(name => `${name}=ANALYST::${sha256(name)}\n`).join('');
  }

  /** The id of a statement that has rows by now. */
  async run(statement: string): Promise<string> {
    const {history_uuid: uuid} = await this.#post(
      '/api/editor/execute/duckdb',
      new URLSearchParams({statement}),
    );
    const id = String(uuid);
    for (;;) {
      const {query_status} = await this.#post(
        '/api/editor/check_status',
        new URLSearchParams({operationId: id}),
      );
      const {status} = query_status as {status: string};
      if (status === 'available') return id;
      if (!['starting', 'waiting', 'running'].includes(status))
        throw new Error(`a query is ${status}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  /** @throws {Error} for other rows than those of a result whose first column counts them */
  async rows(uuid: string, from: number, count: number): Promise<void> {
    const {rows} = await this.#json(
      await this.#fetch(`/api/v1/results/${uuid}/rows?from=${from}&count=${count}`),
    );
    if ((rows as readonly (readonly unknown[])[])[0]?.[0] !== from)
      throw new Error(`other rows than those at ${from}`);
  }

  async ask(uuid: string, question: Json): Promise<void> {
    const {rows} = await this.#post(`/api/v1/results/${uuid}/query`, JSON.stringify(question));
    if ((rows as readonly unknown[]).length === 0) throw new Error('a question has no rows');
  }

  /** @returns how many bytes came */
  async download(uuid: string, format: string): Promise<number> {
    const answer = await this.#fetch(`/api/v1/results/${uuid}/download?format=${format}`);
    if (!answer.ok || answer.body === null) throw new Error(await answer.text());
    let bytes = 0;
    for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length;
    return bytes;
  }

  /** Of work that returns its number of bytes. */
  async transfer(work: () => Promise<number>): Promise<Transfer> {
    await this.#forgetPeak();
    const begin = performance.now();
    const bytes = await work();
    return {
      seconds: (performance.now() - begin) / 1000,
      bytes,
      peakMiB: await this.memory('VmHWM'),
    };
  }

  /** Now (`VmRSS`) or at most (`VmHWM`), in MiB. */
  async memory(what: 'VmRSS' | 'VmHWM'): Promise<string> {
    const status = await readFile(`/proc/${this.#editor.pid}/status`, 'utf8').catch(() => '');
    const kib = new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1];
    return kib === undefined ? 'unknown' : Math.round(Number(kib) / 1024).toLocaleString('en');
  }

  /** So that a peak is one of what comes. */
  async #forgetPeak(): Promise<void> {
    await writeFile(`/proc/${this.#editor.pid}/clear_refs`, '5').catch(() => undefined);
  }

  async #post(path: string, body: URLSearchParams | string): Promise<Json> {
    return await this.#json(await this.#fetch(path, body));
  }

  async #json(answer: Response): Promise<Json> {
    const found = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok || ((found['status'] as number | undefined) ?? 0) !== 0)
      throw new Error(JSON.stringify(found));
    return found;
  }

  async #fetch(path: string, body?: URLSearchParams | string): Promise<Response> {
    return await fetch(this.#editor.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${this.#user}:${this.#user}`).toString('base64')}`,
        ...(typeof body === 'string' && {'content-type': 'application/json'}),
      },
      ...(body !== undefined && {body}),
    });
  }
}
