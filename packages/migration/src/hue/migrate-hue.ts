import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {Spool} from '../spool.ts';
import {
  type Difference,
  documentDifferences,
  grantsText,
  isNamed,
  statementDifferences,
  type Stored,
  type StoredStatement,
} from './compare-documents.ts';
import {converted, type Moved} from './convert.ts';
import type {EditorTarget, Outcome} from './editor-target.ts';
import {maxTold} from './hue-server.ts';
import {
  type HueDocument,
  type HueHead,
  type HueSource,
  type HueStatement,
  strongest,
} from './hue-types.ts';
import {userLines} from './users.ts';

export type HueMigration = {
  readonly source: HueSource;
  readonly target: EditorTarget;
  readonly spool: Spool;
  /** What users are called here, by what Hue calls them; others keep their names. */
  readonly names: ReadonlyMap<string, string>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly signal: AbortSignal;
};

type Told = {readonly uuid: string; readonly owner: string; readonly name: string};
type Reasoned = Told & {readonly reason: string};

/** What was compared, what differs, and what is told of the rest. */
type Verdict = {
  documents: number;
  statements: number;
  readonly differences: Difference[];
  /** How many there are of each kind, also of those that are not listed. */
  readonly differenceCounts: Record<string, number>;
  /** Documents and statements that are not there, and those that differ. */
  missing: number;
  differing: number;
  /** What is not as it was, for a reason that is known beforehand. */
  readonly notes: Reasoned[];
  noteCount: number;
  readonly left: Reasoned[];
  /** By type, and by what the source says of it. */
  readonly leftCounts: Record<string, number>;
};

const usersFile = 'users-credentials.properties';
const batchSize = 500;
const batchBytes = 4 * 2 ** 20;
const tellEvery = 1000;
/** Of each list of the report. */
const maxReported = 10_000;

/** Documents, history and users of a Hue. What is there already stays as it is. */
export class HueCopy {
  readonly #job: HueMigration;
  readonly refused: Reasoned[] = [];

  constructor(job: HueMigration) {
    this.#job = job;
  }

  /** Says what would be copied, and writes nothing. */
  async rehearse(): Promise<void> {
    const {source, target, print} = this.#job;
    const verdict = await this.#compare();
    const users = await source.users();
    print(users === undefined ? `${source.title} tells of no users` : `${users.length} users`);
    print(
      `${verdict.documents} documents and ${verdict.statements} statements: ${verdict.missing} would be copied from ${source.title} to ${target.url}, ${verdict.differing} differ from what is there`,
    );
    this.#tellRest(verdict);
  }

  /** Copies what is missing, and what is older. */
  async load(): Promise<void> {
    await this.#loadUsers();
    await this.#loadDocuments();
    await this.#loadStatements();
  }

  /** Compares both sides, and writes the report. Returns how many differences there are. */
  async verify(): Promise<number> {
    const {spool, print} = this.#job;
    const verdict = await this.#compare();
    const {documents, statements, differences, differenceCounts} = verdict;
    const total = Object.values(differenceCounts).reduce((sum, count) => sum + count, 0);
    await spool.write(
      'report.json',
      JSON.stringify({...verdict, refused: this.refused}, undefined, 2),
    );
    print(
      `${documents} documents and ${statements} statements compared: ` +
        (total === 0 ? 'no difference' : `${total} differences`),
    );
    for (const [kind, count] of Object.entries(differenceCounts)) {
      const first = differences.find(one => one.kind === kind);
      const why = first?.reason === undefined ? '' : `: ${first.reason}`;
      const such = first === undefined ? '' : `, such as ${first.name} of ${first.owner}${why}`;
      print(`  ${count} ${kind}${such}`);
    }
    this.#tellRest(verdict);
    print(`All of it is in ${join(spool.folder, 'report.json')}`);
    return total;
  }

  #tellRest({notes, noteCount, leftCounts}: Verdict): void {
    const {print} = this.#job;
    if (noteCount > 0) print(`${noteCount} are not quite as they were, such as ${told(notes[0])}`);
    for (const [what, count] of Object.entries(leftCounts))
      print(`  ${count} left behind: ${what}`);
  }

  async #loadUsers(): Promise<void> {
    const {source, spool, print, complain} = this.#job;
    const users = await source.users();
    if (users === undefined) {
      print(`${source.title} tells of no users: owners and whom they share with keep their names`);
      return;
    }
    const {lines, faults} = userLines(users.map(one => ({...one, name: this.#nameOf(one.name)})));
    for (const fault of faults) complain(fault);
    await spool.write(usersFile, lines.map(line => `${line}\n`).join(''));
    print(
      `${lines.length} users with their groups are in ${join(spool.folder, usersFile)}; their passwords stay in Hue`,
    );
  }

  async #loadDocuments(): Promise<void> {
    const {source, target, print, complain} = this.#job;
    const counts = {created: 0, changed: 0, unchanged: 0, kept: 0, refused: 0};
    let read = 0;
    for await (const batch of batches(source.documents(), () => 1)) {
      this.#job.signal.throwIfAborted();
      const stored = await target.documents(batch.map(({uuid}) => idOf(uuid)));
      const folders = await source.folders();
      let [ready, size]: [Moved[], number] = [[], 0];
      const send = async () => {
        for (const [owner, some] of Map.groupBy(ready, one => one.owner))
          for (const outcome of await target.store(owner, some)) {
            counts[outcome.outcome]++;
            if (outcome.outcome === 'refused') this.#refuse(outcome, some);
          }
        [ready, size] = [[], 0];
      };
      for (const document of batch) {
        const there = stored.get(idOf(document.uuid));
        if (there !== undefined && this.#isAsTold(document, there)) counts.unchanged++;
        else {
          const one = await converted(document, folders);
          if (!('moved' in one)) continue;
          ready.push(this.#mapped(one.moved));
          size += JSON.stringify(one.moved).length;
          if (size > batchBytes) await send();
        }
      }
      await send();
      if (
        Math.floor((read += batch.length) / tellEvery) >
        Math.floor((read - batch.length) / tellEvery)
      )
        complain(`${read} documents read so far`);
    }
    print(
      `${read} documents read from ${source.title}: ` +
        Object.entries(counts)
          .map(([outcome, n]) => `${n} ${outcome}`)
          .join(', '),
    );
  }

  async #loadStatements(): Promise<void> {
    const {source, target, print, complain} = this.#job;
    let [read, added] = [0, 0];
    for await (const batch of batches(source.statements(), one => one.text.length)) {
      this.#job.signal.throwIfAborted();
      const mapped = batch.map(one => this.#mappedStatement(one));
      const stored = await target.statements(mapped.map(({uuid}) => uuid));
      const fresh = mapped.filter(one => {
        const there = stored.get(one.uuid);
        return there === undefined || isCut(there, one);
      });
      for (const [userName, some] of Map.groupBy(fresh, one => one.userName)) {
        const done = await target.storeStatements(userName, some);
        added += done.added;
        for (const outcome of done.refused)
          this.#refuse(
            outcome,
            some.map(({uuid, text}) => ({uuid, owner: userName, name: text.slice(0, 100)})),
          );
      }
      read += batch.length;
      if (Math.floor(read / tellEvery) > Math.floor((read - batch.length) / tellEvery))
        complain(`${read} statements read so far`);
    }
    print(`${read} statements read from the history of ${source.title}: ${added} added`);
  }

  #refuse({uuid, reason}: Outcome, among: readonly Told[]): void {
    const {owner = '', name = ''} = among.find(one => one.uuid === uuid) ?? {};
    this.#job.complain(`refused ${name} of ${owner}: ${reason}`);
    if (this.refused.length < maxReported) this.refused.push({uuid, owner, name, reason});
  }

  /** Asks both sides for everything. */
  async #compare(): Promise<Verdict> {
    const {source, target, signal} = this.#job;
    const verdict: Verdict = {
      documents: 0,
      statements: 0,
      differences: [],
      differenceCounts: {},
      missing: 0,
      differing: 0,
      notes: [],
      noteCount: 0,
      left: [],
      leftCounts: {},
    };
    for await (const batch of batches(source.documents(), () => 1)) {
      signal.throwIfAborted();
      const stored = await target.documents(batch.map(({uuid}) => idOf(uuid)));
      const folders = await source.folders();
      for (const document of batch)
        await this.#compareDocument(document, stored.get(idOf(document.uuid)), folders, verdict);
    }
    for await (const batch of batches(source.statements(), one => one.text.length)) {
      signal.throwIfAborted();
      const mapped = batch.map(one => this.#mappedStatement(one));
      const stored = await target.statements(mapped.map(({uuid}) => uuid));
      for (const one of mapped) {
        verdict.statements++;
        addDifferences(verdict, statementDifferences(one, stored.get(one.uuid)));
        if (one.note !== '') addNotes(verdict, [{...toldOf(one), reason: one.note}]);
      }
    }
    Object.assign(verdict.leftCounts, source.left());
    return verdict;
  }

  async #compareDocument(
    document: HueDocument,
    stored: Stored | undefined,
    folders: ReadonlyMap<string, HueHead>,
    verdict: Verdict,
  ): Promise<void> {
    verdict.documents++;
    const one = await converted(document, folders);
    const {owner, name, uuid, type} = document;
    if ('lost' in one) {
      addDifferences(verdict, [{kind: 'not copied', uuid, owner, name, reason: one.lost}]);
      return;
    }
    if ('left' in one) {
      verdict.leftCounts[type] = (verdict.leftCounts[type] ?? 0) + 1;
      add(verdict.left, [{uuid, owner, name, reason: one.left}]);
      return;
    }
    const moved = this.#mapped(one.moved);
    addDifferences(verdict, documentDifferences(moved, stored));
    addNotes(
      verdict,
      one.notes.map(reason => ({uuid, owner, name, reason})),
    );
    if (stored !== undefined && stored.name !== moved.name && isNamed(stored.name, moved.name)) {
      const reason = `Its folder has another of this name: it is ${stored.name}.`;
      addNotes(verdict, [{uuid, owner, name, reason}]);
    }
  }

  /** Whether what Hue tells of it without its content is as it is here, so that it has not changed. */
  #isAsTold(head: HueHead, there: Stored): boolean {
    return (
      head.changedAt === there.changedAt &&
      isNamed(there.name, head.name.trim()) &&
      head.description === there.description &&
      grantsText(this.#grantsOf(head)) === grantsText(there.grants) &&
      this.#nameOf(head.owner) === there.owner &&
      there.trashedAt === undefined
    );
  }

  #mapped(moved: Moved): Moved {
    return {
      ...moved,
      uuid: idOf(moved.uuid),
      owner: this.#nameOf(moved.owner),
      folder: moved.folder === '' ? '' : idOf(moved.folder),
      grants: this.#grantsOf(moved),
    };
  }

  /** Two users of Hue may be one here. */
  #grantsOf({owner, grants}: Pick<HueHead, 'owner' | 'grants'>): HueHead['grants'] {
    const named = grants.map(one =>
      one.kind === 'user' ? {...one, name: this.#nameOf(one.name)} : one,
    );
    return strongest(named.filter(one => one.kind !== 'user' || one.name !== this.#nameOf(owner)));
  }

  #mappedStatement(one: HueStatement): HueStatement {
    return {...one, uuid: idOf(one.uuid), userName: this.#nameOf(one.userName)};
  }

  #nameOf(name: string): string {
    return this.#job.names.get(name) ?? name;
  }
}

/** Its own id, or one made of it where it is none: old documents have others. */
function idOf(uuid: string): string {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) return uuid.toLowerCase();
  const hex = createHash('sha256').update(`hue ${uuid}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

async function* batches<T>(
  source: AsyncIterable<T>,
  sizeOf: (one: T) => number,
): AsyncGenerator<readonly T[]> {
  let [batch, size]: [T[], number] = [[], 0];
  for await (const one of source) {
    batch.push(one);
    size += sizeOf(one);
    if (batch.length < batchSize && size < batchBytes) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function add<T>(list: T[], some: readonly T[]): void {
  list.push(...some.slice(0, Math.max(0, maxReported - list.length)));
}

/** All of one document or statement. */
function addDifferences(verdict: Verdict, some: readonly Difference[]): void {
  const [first] = some;
  if (first === undefined) return;
  if (first.kind.startsWith('missing')) verdict.missing++;
  else verdict.differing++;
  for (const {kind} of some)
    verdict.differenceCounts[kind] = (verdict.differenceCounts[kind] ?? 0) + 1;
  add(verdict.differences, some);
}

function addNotes(verdict: Verdict, some: readonly Reasoned[]): void {
  verdict.noteCount += some.length;
  add(verdict.notes, some);
}

/** Whether only what Hue's API tells of it is there. */
const isCut = (there: StoredStatement, {text}: HueStatement) =>
  there.text.length === maxTold && text.length > maxTold && text.startsWith(there.text);

const toldOf = ({uuid, userName, text}: HueStatement): Told => ({
  uuid,
  owner: userName,
  name: text.slice(0, 100),
});

const told = (one: Reasoned | undefined): string => `${one?.name} of ${one?.owner}: ${one?.reason}`;
