import {readFile} from 'node:fs/promises';
import {parseArgs} from 'node:util';
import {ApiError, CatalogClient, SignedOutError} from '@gazetteer/client';
import {maskUrl} from '@gazetteer/settings';
import {readSourcesFile, type SourcesFile} from './sources-file.ts';
import {sync, type Outcome, type Source} from './sync.ts';

export const ingestUsage = `Usage: npm run ingest -- <sources.yaml> [source ...] [options]

Reads databases and other sources into the catalog: what is new is created, what differs is changed, what is gone is deleted.
What people wrote in the catalog stays. Without a source's name all sources of the file are read.

Options:
  --dry-run            say what would change, and change nothing
  --test               only connect to each source, and say what answers
  --max-deletes <n>    delete at most n percent of what a source had brought, or five (20); 0: nothing
  --names              list what is created, changed and deleted by name
  --help               this page

Example of a file:
  catalog:
    url: http://127.0.0.1:21000
    token: \${GAZETTEER_TOKEN}
  sources:
    shop:
      type: postgresql
      host: db.example
      user: reader
      password: \${SHOP_PASSWORD}
      databases: [shop]

The exit code is 0 when all went well, 1 when a source could not be read or had problems, 2 when the file or an option is wrong.
All keys are in docs/sources.md.`;

export type IngestInput = {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly signal: AbortSignal;
};

/** `npm run ingest`. Returns the exit code. */
export async function ingest({argv, env, print, complain, signal}: IngestInput): Promise<number> {
  const words = wordsOf(argv);
  if (typeof words === 'string') {
    complain(`error: ${words}`);
    return 2;
  }
  const {
    values,
    positionals: [file, ...names],
  } = words;
  if (values.help === true || file === undefined) {
    print(ingestUsage);
    return values.help === true ? 0 : 2;
  }
  const given = await readSourcesFile(await readFile(file, 'utf8'), file, env);
  for (const warning of given.warnings) complain(`warning: ${warning}`);
  const errors = [
    ...given.errors,
    ...unknownNames(names, given),
    ...badPercent(values['max-deletes']),
  ];
  if (errors.length > 0) {
    for (const error of errors) complain(`error: ${error}`);
    return 2;
  }
  const chosen = given.sources.filter(one => names.length === 0 || names.includes(one.name));
  let code = 0;
  for (const source of chosen) {
    try {
      if (values.test === true)
        print(`${source.name}: ${await source.connector.test(source.config, signal)}`);
      else {
        const dryRun = values['dry-run'] === true;
        const maxDeletes = Number(values['max-deletes'] ?? 20);
        const outcome = await sync(source, clientOf(given.catalog), {
          dryRun,
          maxDeletes,
          moreDeletes: 'run it once with --max-deletes 100',
          signal,
          onProgress: progressOf(source.name, complain),
        });
        report(source, outcome, dryRun, values.names === true, print);
        for (const problem of outcome.problems) complain(`${source.name}: ${problem}`);
        if (outcome.problems.length > 0) code = 1;
      }
    } catch (error) {
      complain(`${source.name}: ${messageOf(error, given.catalog)}`);
      code = 1;
    }
  }
  return code;
}

const options = {
  'dry-run': {type: 'boolean'},
  test: {type: 'boolean'},
  'max-deletes': {type: 'string'},
  names: {type: 'boolean'},
  help: {type: 'boolean', short: 'h'},
} as const;

/** What the options say, or what is wrong with them. */
function wordsOf(argv: readonly string[]) {
  try {
    return parseArgs({args: [...argv], options, allowPositionals: true});
  } catch (error) {
    return (error as Error).message;
  }
}

const assetsOfLine = 1000;

/** A line for each so many assets of a long reading. */
function progressOf(name: string, say: (line: string) => void): (assets: number) => void {
  let told = 0;
  return assets => {
    if (assets < told + assetsOfLine) return;
    told = assets;
    say(`${name}: ${assets} assets read so far`);
  };
}

function unknownNames(names: readonly string[], {sources}: SourcesFile): string[] {
  const known = sources.map(one => one.name);
  return names
    .filter(name => !known.includes(name))
    .map(name => `there is no source ${name} in the file; it has: ${known.join(', ')}`);
}

function badPercent(given: string | undefined): string[] {
  return given === undefined || (/^\d{1,3}$/.test(given) && Number(given) <= 100)
    ? []
    : ['--max-deletes is a whole number from 0 to 100'];
}

function clientOf({url, user, password, token}: SourcesFile['catalog']): CatalogClient {
  const basic =
    user === undefined
      ? undefined
      : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
  const authorization = token === undefined ? basic : `Bearer ${token}`;
  return new CatalogClient({
    baseUrl: `${url.replace(/\/+$/, '')}/api/meta`,
    ...(authorization === undefined ? {} : {headers: {authorization}}),
  });
}

function report(
  {name}: Source,
  {assets, created, changed, deleted}: Outcome,
  dryRun: boolean,
  withNames: boolean,
  print: (line: string) => void,
): void {
  const would = dryRun ? 'would be ' : '';
  print(
    `${name}: ${assets} ${assets === 1 ? 'asset' : 'assets'} read; ${created.length} ${would}created, ` +
      `${changed.length} ${would}changed, ${deleted.length} ${would}deleted`,
  );
  if (!withNames) return;
  for (const one of created) print(`  + ${one}`);
  for (const one of changed) print(`  ~ ${one}`);
  for (const one of deleted) print(`  - ${one}`);
}

function messageOf(error: unknown, {url: given}: SourcesFile['catalog']): string {
  const url = maskUrl(given);
  if (error instanceof SignedOutError || (error instanceof ApiError && error.status === 401)) {
    return `the catalog at ${url} wants a login: set user and password, or token, under catalog:.`;
  }
  if (error instanceof ApiError) return `the catalog refused: ${error.message}`;
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return `the catalog at ${url} does not answer (${String((error.cause as Error | undefined)?.message ?? '')}). Is it running?`;
  }
  return error instanceof Error ? error.message : String(error);
}
