import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ZipReader, ZipWriter} from '@gazetteer/formats/zip';
import {admin, ask, type Answer} from '../client.ts';
import type {RunningCatalog} from '../server-fixture.ts';
import {Correspondence, type Exchange} from './compare.ts';

/** Where ours answers otherwise than recorded, on purpose. */
export type Difference = {
  readonly why: string;
  /** Our status, where it is another one on purpose; `refused`: any of 400 to 499. */
  readonly status?: number | 'refused';
  /**
   * Of what was accepted there and is refused here: the beginning of the row of docs/api.md that
   * says why.
   */
  readonly row?: string;
  /** Fields of the answer that are compared by `check` alone. */
  readonly without?: readonly string[];
  /** Fields that only ours has. */
  readonly additional?: readonly string[];
  /** In place of comparing the whole body. */
  readonly check?: (body: unknown, recorded: unknown) => void;
};

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36';

/**
 * Sends recorded requests as they were, with our guids, our session and our token in place of
 * theirs.
 */
export class Replay {
  readonly same = new Correspondence();
  readonly #server: RunningCatalog;
  readonly #unordered: ReadonlySet<string>;
  #cookie = '';
  readonly #tokens = new Map<string, string>();

  /** `unordered` names lists whose order is left open: maps and sets of the reference product. */
  constructor(server: RunningCatalog, unordered: ReadonlySet<string>) {
    this.#server = server;
    this.#unordered = unordered;
  }

  async send({request, answer}: Exchange): Promise<Answer> {
    const {method, path, accept = 'application/json', auth, csrf} = request;
    const body = await this.#body(request);
    const ours = await ask(`${this.#server.url}/api/atlas${this.same.translate(path)}`, {
      method,
      ...(body === undefined ? {} : {body}),
      headers: {
        accept,
        authorization: auth === undefined ? admin : credentials(auth),
        'user-agent': request.browser === true ? browser : 'recorded-client',
        ...(request.contentType === undefined ? {} : {'content-type': request.contentType}),
        ...(request.xhr === undefined ? {} : {'x-requested-with': request.xhr}),
        ...(csrf === undefined ? {} : {'x-xsrf-header': this.#tokens.get(csrf) ?? csrf}),
        ...(request.cookie === true ? {cookie: this.#cookie} : {}),
      },
    });
    const token = (answer.body as {_csrfToken?: string} | null)?._csrfToken;
    if (token !== undefined) {
      this.#tokens.set(token, String((ours.json as {_csrfToken?: unknown})?._csrfToken));
      this.#cookie = ours.headers.get('set-cookie')?.split(';')[0] ?? '';
    }
    return ours;
  }

  /** Throws where ours differs in more than `difference` has. */
  async assertSameAnswer(ours: Answer, {answer}: Exchange, difference?: Difference): Promise<void> {
    this.same.learn(answer.body, ours.json);
    assertStatus(ours, answer, difference);
    if (answer.members !== undefined) {
      const files = await unzipped(ours.bytes);
      this.same.learn(answer.members, files);
      if (difference?.check === undefined)
        this.same.assertSameOrLearnLittle(answer.members, files, this.#unordered);
      else difference.check(files, JSON.parse(this.same.translate(JSON.stringify(answer.members))));
      return;
    }
    this.#assertBody(ours, answer, difference);
    if (answer.location !== undefined)
      assert.equal(
        ours.headers.get('location')?.replace(/^https?:\/\/[^/]+/, ''),
        this.same.translate(answer.location),
        'Location',
      );
  }

  #assertBody(ours: Answer, answer: Exchange['answer'], difference: Difference | undefined): void {
    const isEmpty = answer.body === '' && difference?.check === undefined;
    if (isEmpty || ours.status === 204) assert.equal(ours.text, '');
    else if (
      difference?.check === undefined ||
      (answer.type === undefined && answer.status !== 500)
    )
      assert.match(ours.headers.get('content-type') ?? '', /^application\/json/);
    difference?.check?.(ours.json ?? ours.text, answer.body);
    if (difference?.check !== undefined && difference.without === undefined) {
      this.same.learnPlaces(answer.body, ours.json);
      return;
    }
    for (const name of difference?.additional ?? []) assert.ok(name in (ours.json as object), name);
    const hidden = [...(difference?.without ?? []), ...(difference?.additional ?? [])];
    if (hidden.length > 0) {
      const fields = [...Object.keys(answer.body as object), ...(difference?.additional ?? [])];
      assert.deepEqual(Object.keys(ours.json as object).sort(), fields.sort());
      const [theirs, rest] = [withoutFields(answer.body, hidden), withoutFields(ours.json, hidden)];
      this.same.assertSameOrLearnLittle(theirs, rest, this.#unordered);
    } else {
      this.same.assertSameOrLearnLittle(answer.body, ours.json ?? ours.text, this.#unordered);
    }
  }

  async #body({body, multipart}: Exchange['request']): Promise<string | FormData | undefined> {
    if (multipart === undefined) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return text === undefined ? undefined : this.same.translate(text);
    }
    const form = new FormData();
    if (multipart.request !== undefined) form.set('request', multipart.request);
    if (multipart.data_base64 !== undefined)
      form.set(
        'data',
        new Blob([await this.#archive(Buffer.from(multipart.data_base64, 'base64'))]),
        'data.zip',
      );
    return form;
  }

  /**
   * An archive of what was exported there, as one of what was exported here; what is none stays as
   * it is.
   */
  async #archive(bytes: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
    if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return bytes;
    const files = Object.entries(await unzipped(bytes));
    return await zipped(
      files.map(([name, json]) => ({
        name: this.same.translate(name),
        text: this.same.translate(JSON.stringify(json)),
      })),
    );
  }
}

function assertStatus(
  ours: Answer,
  answer: Exchange['answer'],
  difference: Difference | undefined,
): void {
  const said = `status; ours says ${ours.text.slice(0, 500)}`;
  if (difference?.status === 'refused') assert.equal(Math.floor(ours.status / 100), 4, said);
  else assert.equal(ours.status, difference?.status ?? answer.status, said);
}

/** From `Basic <user:password>`; empty for `Basic <none>`. */
function credentials(recorded: string): string {
  const pair = /<(.*)>/.exec(recorded)?.[1] ?? '';
  return pair === 'none' ? '' : `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** An answer without some of its fields. */
export function withoutFields(body: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(
    Object.entries(body as object).filter(([name]) => !names.includes(name)),
  );
}

/** The JSON files of an archive. */
async function unzipped(bytes: Uint8Array): Promise<Record<string, unknown>> {
  return await withArchive(async path => {
    await writeFile(path, bytes);
    const zip = await ZipReader.open(path, {
      maxEntries: 1000,
      maxEntryBytes: 1e8,
      maxTotalBytes: 1e9,
    });
    const files: Record<string, unknown> = {};
    for (const name of zip.names) files[name] = JSON.parse((await zip.text(name)) ?? 'null');
    await zip.close();
    return files;
  });
}

async function zipped(
  entries: readonly {name: string; text: string}[],
): Promise<Buffer<ArrayBuffer>> {
  return await withArchive(async path => {
    const zip = await ZipWriter.create(path);
    await zip.add(entries);
    await zip.close();
    return await readFile(path);
  });
}

async function withArchive<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-replay-'));
  try {
    return await work(join(folder, 'archive.zip'));
  } finally {
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  }
}
