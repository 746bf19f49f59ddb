import {parseArgs} from 'node:util';
import {setTimeout as pause} from 'node:timers/promises';
import {AtlasServer, isServerAddress, loginIn} from './atlas-server.ts';
import type {MigrateInput} from './migrate-input.ts';
import {type Loaded, sendArchive, waitForImport} from './load-target.ts';
import {
  type Entity,
  entitiesOf,
  guidsOf,
  pageSize,
  typeDefsOf,
  typesWithEntities,
} from './read-source.ts';
import {hueOptions, migrateHue} from './hue/command.ts';
import {copySavedSearches} from './saved-searches.ts';
import {type Progress, Spool} from './spool.ts';
import {verify, type Verdict} from './verify.ts';

export const migrateUsage = `Usage: npm run migrate -- --from <address> [options]
       npm run migrate -- --from-hue <address> [options]
       npm run migrate -- --from-hue-dump <file> [options]

Copies a running Atlas, or another server of its API, into the catalog: types, entities with their relationships, classifications,
labels and business metadata, glossaries, GUIDs, authors, times, and what is deleted. Or copies Hue into the editor: queries, notebooks
and folders with their owners, times and whom they are shared with, history, and the names of users and groups. Nothing is written to the
source. A run that was interrupted goes on where it was. At the end both sides are asked for everything and the answers are compared.

Options:
  --from <address>          the Atlas to copy, such as http://atlas:21000
  --from-hue <address>      the Hue to copy, such as http://hue:8888: what the user of --from-user owns and ran
  --from-hue-dump <file>    a dump of Hue's database ("hue dumpdata", also as .gz), which has everybody's; several times for several files
  --to <address>            the server to fill: the catalog (http://127.0.0.1:21000), or from Hue the editor (http://127.0.0.1:8888)
  --from-user, --to-user    users to log in with; their passwords are read from MIGRATE_FROM_PASSWORD and MIGRATE_TO_PASSWORD,
                            or tokens from MIGRATE_FROM_TOKEN and MIGRATE_TO_TOKEN
  --folder <folder>         where pages and progress are kept (./.data/migration)
  --saved-searches <users>  from Atlas: users whose saved searches are copied, separated by commas
  --dry-run                 count what would be copied, and write nothing
  --verify                  only compare both servers
  --from-time-zone <zone>   from Hue: the time_zone of its hue.ini, which its times are of (America/Los_Angeles, as in Hue)
  --users <file>            from Hue: users who have another name on the new server, in lines: name in Hue=name there
  --follow <seconds>        from Atlas: go on copying what changes, every so many seconds, until it is stopped with Ctrl+C; then compare
  --lineage-every <n>       from Atlas: compare the lineage of every nth entity (100)
  --help                    this page

Example:
  MIGRATE_FROM_PASSWORD=... MIGRATE_TO_PASSWORD=... \\
    npm run migrate -- --from http://atlas:21000 --from-user admin --to-user admin
  MIGRATE_TO_PASSWORD=... npm run migrate -- --from-hue-dump hue.json --to-user admin --dry-run

The exit code is 0 when both servers are equal, 1 when they differ or something failed, 2 when an option is wrong. Differences are
listed in report.json of the folder.`;

const options = {
  from: {type: 'string'},
  to: {type: 'string'},
  ...hueOptions,
  'from-user': {type: 'string'},
  'to-user': {type: 'string'},
  folder: {type: 'string', default: '.data/migration'},
  'saved-searches': {type: 'string'},
  'dry-run': {type: 'boolean'},
  verify: {type: 'boolean'},
  follow: {type: 'string'},
  'lineage-every': {type: 'string', default: '100'},
  help: {type: 'boolean', short: 'h'},
} as const;

/** Entities are told of in steps of so many. */
const step = 5000;
/** What was being written while it was read may have got its time before: asked for again. */
const overlapMs = 60_000;

/** `npm run migrate`. Returns the exit code. */
export async function migrate(input: MigrateInput): Promise<number> {
  const {argv, env, print, complain, signal} = input;
  const values = valuesOf(argv);
  if (typeof values === 'string') {
    complain(`error: ${values}`);
    return 2;
  }
  if (values.help === true) {
    print(migrateUsage);
    return 0;
  }
  if (values['from-hue'] !== undefined || values['from-hue-dump'] !== undefined)
    return await migrateHue(values, input);
  const to = values.to ?? 'http://127.0.0.1:21000';
  const wrong = wrongOptions({...values, to});
  if (wrong.length > 0) {
    for (const one of wrong) complain(`error: ${one}`);
    return 2;
  }
  const {'from-user': fromUser, 'to-user': toUser} = values;
  const source = new AtlasServer(values.from ?? '', loginIn(env, 'FROM', fromUser), signal);
  const target = new AtlasServer(to, loginIn(env, 'TO', toUser), signal);
  if (values['dry-run'] === true) return await rehearse(source, target, print);
  const spool = new Spool(values.folder);
  const job = new Migration(source, target, spool, input);
  if (values.verify !== true) {
    await job.read();
    await job.load();
    await job.catchUp();
    if (values['saved-searches'] !== undefined)
      for (const user of values['saved-searches'].split(','))
        print(await copySavedSearches(source, target, user.trim()));
    if (values.follow !== undefined) await job.follow(Number(values.follow));
  }
  const onProgress = stepwise(n => complain(`${n} entities compared so far`));
  const lineageEvery = Number(values['lineage-every']);
  const verdict = await verify({source, target, lineageEvery, onProgress});
  await spool.write('report.json', JSON.stringify(verdict, undefined, 2));
  report(verdict, values.folder, print);
  return verdict.differences.length === 0 && !job.hasFailures ? 0 : 1;
}

/** What the options say, or what is wrong with them. */
function valuesOf(argv: readonly string[]) {
  try {
    return parseArgs({args: [...argv], options}).values;
  } catch (error) {
    return (error as Error).message;
  }
}

function wrongOptions(values: {
  readonly from?: string;
  readonly to: string;
  readonly follow?: string;
  readonly 'lineage-every': string;
}): readonly string[] {
  const addresses = [
    ['--from', values.from],
    ['--to', values.to],
  ].filter(([, address]) => !isServerAddress(address ?? ''));
  const numbers = [
    ['--follow', values.follow ?? '1'],
    ['--lineage-every', values['lineage-every']],
  ].filter(([, number]) => !/^[1-9]\d{0,6}$/.test(number ?? ''));
  return [
    ...addresses.map(([name]) => `${name} is the address of a server, such as http://atlas:21000`),
    ...numbers.map(([name]) => `${name} is a whole number above 0`),
  ];
}

async function rehearse(
  source: AtlasServer,
  target: AtlasServer,
  print: (line: string) => void,
): Promise<number> {
  await target.get('/admin/status');
  let total = 0;
  for (const typeName of await typesWithEntities(source)) {
    let count = 0;
    for (let offset = 0; ; offset += pageSize) {
      const page = (await guidsOf(source, typeName, offset)).length;
      count += page;
      if (page === 0) break;
    }
    if (count > 0) print(`${String(count).padStart(9)}  ${typeName}`);
    total += count;
  }
  print(`${total} entities would be copied from ${source.url} to ${target.url}`);
  return 0;
}

const emptyProgress = (from: string, types: readonly string[]): Progress => ({
  version: 1,
  from,
  types,
  offset: 0,
  pages: 0,
  entities: 0,
  isLoaded: false,
  newest: 0,
});

/** Calls with the first count of each step. */
function stepwise(say: (count: number) => void): (count: number) => void {
  let told = 0;
  return count => {
    if (count < told + step) return;
    told = count;
    say(count);
  };
}

class Migration {
  readonly #source: AtlasServer;
  readonly #target: AtlasServer;
  readonly #spool: Spool;
  readonly #input: MigrateInput;
  hasFailures = false;

  constructor(source: AtlasServer, target: AtlasServer, spool: Spool, input: MigrateInput) {
    [this.#source, this.#target, this.#spool, this.#input] = [source, target, spool, input];
  }

  /** Reads all entities into the folder, page by page, from where an earlier run ended. */
  async read(): Promise<void> {
    let at =
      (await this.#spool.progress(this.#source.url)) ??
      emptyProgress(this.#source.url, await typesWithEntities(this.#source));
    const tell = stepwise(n => this.#input.complain(`${n} entities read so far`));
    while (at.types[0] !== undefined && !at.isLoaded) {
      const guids = await guidsOf(this.#source, at.types[0], at.offset);
      if (guids.length === 0) at = {...at, types: at.types.slice(1), offset: 0};
      else {
        const entities = await entitiesOf(this.#source, guids);
        await this.#spool.addPage(at.pages, entities);
        at = {
          ...at,
          offset: at.offset + guids.length,
          pages: at.pages + 1,
          entities: at.entities + entities.length,
          newest: newestOf(entities, at.newest),
        };
      }
      await this.#spool.save(at);
      tell(at.entities);
    }
    await this.#spool.save(at);
    this.#input.print(`${at.entities} entities read from ${this.#source.url}`);
  }

  /** Imports what was read, or waits for the import that an earlier run began. */
  async load(): Promise<void> {
    let at = (await this.#spool.progress(this.#source.url)) as Progress;
    if (at.isLoaded) return;
    if (at.importId === undefined) {
      const importId = await this.#send(this.#spool.pages(at.pages));
      at = {...at, importId};
      await this.#spool.save(at);
    }
    this.#told(await this.#wait(at.importId ?? ''));
    await this.#spool.save({...at, isLoaded: true});
    await this.#spool.dropPages();
  }

  /** Copies what changes, again and again. */
  async follow(seconds: number): Promise<void> {
    const {enough, signal, print} = this.#input;
    print(`Copying changes every ${seconds} s. Ctrl+C ends that, and compares.`);
    while (!enough.aborted) {
      await pause(seconds * 1000, undefined, {signal: enough}).catch(() => undefined);
      signal.throwIfAborted();
      await this.catchUp();
    }
  }

  /** Copies what has changed since it was read, if anything has. */
  async catchUp(): Promise<void> {
    const at = (await this.#spool.progress(this.#source.url)) as Progress;
    const types = await typesWithEntities(this.#source);
    if (!(await this.#isChanged(types, at.newest + 1))) return;
    let {newest} = at;
    const pages = this.#pagesOf(types, at.newest - overlapMs, page => {
      newest = newestOf(page, newest);
    });
    this.#told(await this.#wait(await this.#send(pages)));
    await this.#spool.save({...at, newest});
  }

  async #isChanged(types: readonly string[], since: number): Promise<boolean> {
    for (const typeName of types)
      if ((await guidsOf(this.#source, typeName, 0, since)).length > 0) return true;
    return false;
  }

  /** What changed since then, a page in memory at a time. */
  async *#pagesOf(
    types: readonly string[],
    since: number,
    onPage: (page: readonly Entity[]) => void,
  ): AsyncGenerator<readonly Entity[]> {
    for (const typeName of types) {
      for (let offset = 0; ; offset += pageSize) {
        const guids = await guidsOf(this.#source, typeName, offset, since);
        if (guids.length === 0) break;
        const page = await entitiesOf(this.#source, guids);
        onPage(page);
        yield page;
      }
    }
  }

  async #send(pages: AsyncIterable<readonly Entity[]>): Promise<string> {
    return await sendArchive(this.#target, this.#spool, await typeDefsOf(this.#source), pages);
  }

  async #wait(importId: string): Promise<Loaded> {
    const {complain, signal} = this.#input;
    const tell = stepwise(n => complain(`${n} entities imported so far`));
    return await waitForImport(this.#target, importId, tell, signal);
  }

  #told({imported, failures}: Loaded): void {
    this.#input.print(`${imported} entities imported into ${this.#target.url}`);
    for (const [guid, why] of Object.entries(failures)) {
      this.hasFailures = true;
      this.#input.complain(`skipped ${guid}: ${why}`);
    }
  }
}

const newestOf = (entities: readonly Entity[], before: number): number =>
  entities.reduce((newest, {updateTime = 0}) => Math.max(newest, updateTime), before);

function report(verdict: Verdict, folder: string, print: (line: string) => void): void {
  const {entities, lineages, searches, differences} = verdict;
  print(
    `${entities} entities, the lineage of ${lineages} and ${searches} searches compared: ` +
      (differences.length === 0 ? 'no difference' : `${differences.length} differences`),
  );
  for (const [kind, some] of Object.entries(Object.groupBy(differences, one => one.kind))) {
    const [first] = some ?? [];
    print(`  ${some?.length} ${kind}, such as ${first?.typeName} ${first?.guid}: ${first?.what}`);
  }
  if (differences.length > 0) print(`All of them are in ${folder}/report.json`);
}
