import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';
import type {Expected} from '@gazetteer/sql';
import {build} from 'vite';

/**
 * The grammars as the pages get them: bundled and made small, which has cost the library its
 * answers before. Node cannot load it otherwise.
 */
export async function bundleGrammars(outDir: string): Promise<void> {
  const source = join(import.meta.dirname, '..', 'web', 'src', 'grammar');
  const entry = {grammar: join(source, 'grammar.ts'), grammars: join(source, 'grammar-of.ts')};
  await build({
    configFile: false,
    logLevel: 'error',
    root: source,
    build: {outDir, target: 'es2022', minify: true, lib: {entry, formats: ['es']}},
  });
}

const code = `
  import {parentPort, workerData} from 'node:worker_threads';
  const {expectedAt, misplacedIn} = await import(workerData.folder + '/grammar.js');
  const {grammarOf} = await import(workerData.folder + '/grammars.js');
  const grammar = await grammarOf(workerData.dialect);
  parentPort.on('message', ({statement, caret}) => parentPort.postMessage(
    grammar === undefined ? 'no grammar' :
    caret === undefined ? misplacedIn(grammar, statement) : expectedAt(grammar, statement, caret)));
`;

/** A dialect's grammar in a thread of its own, as the page has it. */
export class GrammarThread {
  readonly #worker: Worker;

  constructor(folder: string, dialect: string) {
    const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    this.#worker = new Worker(url, {workerData: {folder: pathToFileURL(folder).href, dialect}});
  }

  /** The caret is where the bar is. */
  async expectedAt(marked: string): Promise<Expected | undefined> {
    const question = {statement: marked.replace('|', ''), caret: marked.indexOf('|')};
    return (await this.#ask(question)) as Expected | undefined;
  }

  /** The piece of a statement that the grammar does not allow. */
  async misplacedIn(statement: string): Promise<string | undefined> {
    const found = (await this.#ask({statement})) as {from: number; to: number} | undefined;
    return found && statement.slice(found.from, found.to);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(question: {statement: string; caret?: number}): Promise<unknown> {
    const {promise, resolve, reject} = Promise.withResolvers<unknown>();
    this.#worker.once('message', resolve);
    this.#worker.once('error', reject);
    this.#worker.postMessage(question);
    try {
      return await promise;
    } finally {
      this.#worker.off('error', reject);
    }
  }
}
