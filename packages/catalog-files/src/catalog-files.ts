import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {AtlasServer, isServerAddress} from '@gazetteer/migration';
import {maxBatchRequests} from '@gazetteer/model';
import {typeLists, type Declared} from './declared.ts';
import {exportFiles} from './export-files.ts';
import {digestsOf, planChanges, type Catalog} from './plan.ts';
import {planSources, type SourceRequest, type SourcesPlan} from './plan-sources.ts';
import type {Difference} from './planning.ts';
import {readFiles} from './read-files.ts';
import {CatalogReader, type Types} from './read-catalog.ts';

export const catalogFilesUsage = `Usage: npm run catalog -- <plan|apply|export> <folder> [options]

Keeps types, glossaries, domains, data products, sources, and what is said of assets as YAML files in a repository.

  plan     show what differs between the files and the catalog, and what applying them would reach; changes nothing
  apply    change the catalog as the files say, in one transaction; sources after it, one by one
  export   write files with what the catalog has

Options:
  --url <address>     the catalog (http://127.0.0.1:21000)
  --user <name>       user to log in with; the password is read from CATALOG_PASSWORD, or a token from CATALOG_TOKEN
  --prune             also remove what the files do not have: terms and categories of their glossaries, domains, data products, sources
  --assets <types>    of an export: types of assets to write, separated by commas, such as hive_table,kafka_topic
  --help              this page

Example:
  CATALOG_PASSWORD=... npm run catalog -- export ./catalog --user admin --assets hive_table
  CATALOG_PASSWORD=... npm run catalog -- plan ./catalog --user admin

The exit code is 0 when there is nothing to change or it was changed, 1 when something failed or a file names what is not there,
2 when an option or a file is wrong, 3 when plan found something to add, change or remove.`;

export type CatalogFilesInput = {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Ends whatever is going on. */
  readonly signal: AbortSignal;
};

const options = {
  url: {type: 'string', default: 'http://127.0.0.1:21000'},
  user: {type: 'string'},
  prune: {type: 'boolean', default: false},
  assets: {type: 'string', default: ''},
  help: {type: 'boolean', short: 'h'},
} as const;
const commands = ['plan', 'apply', 'export'];

/**
 * Beside the files: what was applied to which catalog, so that a later plan tells who changed it.
 */
const stateName = '.applied.json';

/** `npm run catalog`. Returns the exit code. @throws Refused */
export async function catalogFiles(input: CatalogFilesInput): Promise<number> {
  const {argv, env, print, complain, signal} = input;
  const given = givenIn(argv);
  if (typeof given === 'string') {
    complain(`error: ${given}`);
    return 2;
  }
  const {values, positionals} = given;
  if (values.help === true) {
    print(catalogFilesUsage);
    return 0;
  }
  const [command = '', folder = ''] = positionals;
  const server = new AtlasServer(
    values.url,
    {
      user: values.user,
      password: env['CATALOG_PASSWORD'],
      token: env['CATALOG_TOKEN'],
      hint: 'set --user, and the password in CATALOG_PASSWORD, or a token in CATALOG_TOKEN',
    },
    signal,
  );
  const reader = new CatalogReader(server);
  if (command === 'export') {
    const types = values.assets
      .split(',')
      .map(one => one.trim())
      .filter(one => one !== '');
    for (const name of await exportFiles(reader, folder, types, complain)) print(`wrote ${name}`);
    return 0;
  }
  const {declared, errors, files} = await readFiles(folder);
  for (const one of errors) complain(`error: ${one}`);
  if (files === 0 && errors.length === 0) complain(`error: there are no YAML files in ${folder}`);
  if (errors.length > 0 || files === 0) return 2;
  const state = new State(folder, server.url);
  const digests = digestsOf(declared);
  const {batch, differences} = planChanges(declared, await readFor(reader, declared), {
    prunes: values.prune,
  });
  const applied = await state.read();
  const sources = await sourcesFor(reader, declared, {
    prunes: values.prune,
    isApplied: what => what in digests && applied[what] === digests[what],
  });
  const all = [...differences, ...sources.differences];
  print(describe(all, applied, digests));
  if (all.some(one => one.kind === 'problem')) return 1;
  const {requests} = batch;
  if (requests.length > maxBatchRequests) {
    complain(
      `error: that takes ${requests.length} requests, and one transaction has at most ${maxBatchRequests}: apply parts of the folder one after the other`,
    );
    return 1;
  }
  if (requests.length > 0) print(reachOf(await server.once('/v2/batch?dryRun=true', {requests})));
  // What would be refused is refused before anything is changed.
  for (const {method, path, body} of sources.requests)
    await server.change(method, `${path}?dryRun=true`, body);
  const count = requests.length + sources.requests.length;
  if (command === 'plan') return count === 0 ? 0 : 3;
  if (requests.length > 0) await server.once('/v2/batch', {requests});
  const waiting = new Set(sources.requests.map(one => one.what));
  const note = noteOf(state, {applied, digests, waiting, complain});
  await note();
  try {
    await applySources(server, sources.requests, waiting, note);
  } catch (error) {
    complain(
      `${count - waiting.size} of ${count} requests were applied; the next apply makes the others`,
    );
    throw error;
  }
  print(count === 0 ? 'Nothing to apply.' : `Applied, in ${count} requests.`);
  return 0;
}

/** One by one: those that were changed are noted, whatever becomes of the others. */
async function applySources(
  server: AtlasServer,
  requests: readonly SourceRequest[],
  waiting: Set<string>,
  note: () => Promise<void>,
): Promise<void> {
  for (const {what, method, path, body} of requests) {
    await server.change(method, path, body);
    waiting.delete(what);
    await note();
  }
}

type Noted = {
  /** As it was before. */
  readonly applied: Readonly<Record<string, string>>;
  readonly digests: Readonly<Record<string, string>>;
  /** What is not applied yet. */
  readonly waiting: ReadonlySet<string>;
  readonly complain: (line: string) => void;
};

/** Notes what is applied by now; where that can't be, it is said once. */
function noteOf(state: State, {applied, digests, waiting, complain}: Noted): () => Promise<void> {
  let isRefused = false;
  return async () => {
    if (isRefused) return;
    try {
      await state.write(
        Object.fromEntries([
          ...Object.entries(digests).filter(([what]) => !waiting.has(what)),
          ...Object.entries(applied).filter(([what]) => waiting.has(what)),
        ]),
      );
    } catch (error) {
      isRefused = true;
      complain(
        `what was applied is not noted, so later plans can't tell who changed a value: ${(error as Error).message}`,
      );
    }
  };
}

/** What the words say, or what is wrong with them. */
function givenIn(argv: readonly string[]) {
  try {
    const given = parseArgs({args: [...argv], options, allowPositionals: true});
    const [command, folder, ...others] = given.positionals;
    if (given.values.help === true) return given;
    if (command === undefined || !commands.includes(command))
      return `one of ${commands.join(', ')} is needed, then a folder; --help says more`;
    if (folder === undefined) return `${command} needs a folder`;
    if (command === 'export' && given.values.prune) return '--prune is for plan and apply';
    if (command !== 'export' && given.values.assets !== '') return '--assets is for export';
    if (others.length > 0) return `there is one folder only, not ${others.join(' ')} as well`;
    if (!isServerAddress(given.values.url))
      return '--url is the address of a catalog, such as http://127.0.0.1:21000, without a password';
    return given;
  } catch (error) {
    return (error as Error).message;
  }
}

/** As much of the catalog as the files say something of. */
async function readFor(reader: CatalogReader, declared: Declared): Promise<Catalog> {
  const {glossaries, assets} = declared;
  const named = [
    ...glossaries.flatMap(one => one.terms.flatMap(term => Object.values(term.relations).flat())),
    ...assets.flatMap(one => one.terms ?? []),
  ];
  const wanted = new Set([
    ...glossaries.map(one => one.name),
    ...named.map(name => name.slice(name.indexOf('@') + 1)),
  ]);
  const entities = new Map<string, Awaited<ReturnType<CatalogReader['entities']>>>();
  for (const [typeName, list] of Map.groupBy(assets, one => one.typeName))
    entities.set(
      typeName,
      await reader.entities(
        typeName,
        list.map(one => one.qualifiedName),
      ),
    );
  return {
    types: typeLists.some(list => declared.types[list].length > 0) ? await reader.types() : noTypes,
    // Relations are told by guid, of terms of any glossary.
    glossaries: await reader.glossaries(
      assets.some(one => one.terms !== undefined) ? undefined : wanted,
    ),
    entities,
    groups:
      declared.groups !== undefined || assets.some(isPlaced)
        ? await reader.groups()
        : {domains: new Map(), products: new Map()},
  };
}

const isPlaced = ({domain, products}: Declared['assets'][number]) =>
  domain !== undefined || products !== undefined;

/** Nobody is asked for sources where files say nothing of them. */
async function sourcesFor(
  reader: CatalogReader,
  {sources}: Declared,
  how: Pick<Parameters<typeof planSources>[1], 'prunes' | 'isApplied'>,
): Promise<SourcesPlan> {
  if (sources === undefined) return {differences: [], requests: []};
  const there = await reader.sources();
  const secretKeys = sources.length === 0 ? new Map() : await reader.secretKeys();
  return planSources(sources, {there, secretKeys, ...how});
}

const noTypes = Object.fromEntries(typeLists.map(list => [list, []])) as unknown as Types;

const signs = {add: '+', change: '~', remove: '-', problem: '!', extra: '?'} as const;

function describe(
  differences: readonly Difference[],
  applied: Readonly<Record<string, string>>,
  digests: Readonly<Record<string, string>>,
): string {
  const lines = differences.flatMap(({kind, what, details}) => {
    const isDrift = kind === 'change' && what in digests && applied[what] === digests[what];
    const notes = {
      extra: ' is not in the files; --prune removes it',
      drift: ' was changed in the catalog since it was applied',
    };
    const note = kind === 'extra' ? notes.extra : isDrift ? notes.drift : '';
    return [`${signs[kind]} ${what}${note}`, ...details.map(one => `    ${one}`)];
  });
  const counts = (['add', 'change', 'remove', 'problem'] as const).map(
    kind => `${differences.filter(one => one.kind === kind).length} to ${kind}`,
  );
  const [added = '', changed = '', removed = '', problems = ''] = counts;
  const found = problems.startsWith('0 ') ? '' : `, ${problems.replace('to problem', 'problems')}`;
  return [...lines, `${added}, ${changed}, ${removed}${found}`].join('\n');
}

type Counted = Readonly<Record<string, {readonly count: number} | undefined>>;

/** What the rehearsal says of all changes together. */
function reachOf(answer: unknown): string {
  const {changes} = answer as {changes: Readonly<Record<string, Counted>>};
  const count = (of: string, what: string) => changes[of]?.[what]?.count ?? 0;
  return [
    `Entities, with records of the catalog: ${count('entities', 'created')} created, ${count('entities', 'updated')} updated, ${count('entities', 'deleted')} deleted.`,
    `Classifications that propagate: ${count('propagations', 'added')} added, ${count('propagations', 'removed')} removed.`,
  ].join(' ');
}

type Applied = Readonly<Record<string, Readonly<Record<string, string>>>>;

class State {
  readonly #path: string;
  readonly #url: string;

  constructor(folder: string, url: string) {
    this.#path = join(folder, stateName);
    this.#url = url;
  }

  async read(): Promise<Readonly<Record<string, string>>> {
    return (await this.#all())[this.#url] ?? {};
  }

  async write(digests: Readonly<Record<string, string>>): Promise<void> {
    const all = {...(await this.#all()), [this.#url]: digests};
    await writeFile(this.#path, `${JSON.stringify(all, undefined, 1)}\n`);
  }

  async #all(): Promise<Applied> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    try {
      return JSON.parse(text) as Applied;
    } catch (error) {
      throw new Error(`${this.#path}: ${(error as Error).message}; without it, plans tell less`, {
        cause: error,
      });
    }
  }
}
