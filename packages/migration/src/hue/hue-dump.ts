import {createReadStream} from 'node:fs';
import {createGunzip} from 'node:zlib';
import {Refused} from '../atlas-server.ts';
import {
  type Fields,
  type Grant,
  type HueDocument,
  type HueHead,
  type HueSource,
  type HueStatement,
  type HueUser,
  isHome,
  listOf,
  objectOf,
  parsed,
  snippetsOf,
  stateOf,
  strongest,
  textOf,
} from './hue-types.ts';
import {jsonElements} from './json-elements.ts';
import {inOrder, isInTrash, isTrash, notWider} from './folders.ts';
import {zoned} from './time-zone.ts';

/** What has to be known of a dump before its documents can be read. */
type Index = {
  readonly users: readonly HueUser[];
  readonly userNames: ReadonlyMap<string, string>;
  /** Documents by the keys of their rows, without history and trash; of those with one id the newest. */
  readonly documents: ReadonlyMap<string, HueHead>;
  readonly folders: ReadonlyMap<string, HueHead>;
  readonly left: Readonly<Record<string, number>>;
};

/** `key`: its number; without one, what is its own. */
type Row = {readonly model: string; readonly key: string; readonly fields: Fields};

const [userModels, groupModels] = [
  new Set(['auth.user', 'useradmin.organizationuser']),
  new Set(['auth.group', 'useradmin.organizationgroup']),
];
/** Where other kinds of documents stood before Hue had one table for all. */
const otherModels = /^(?:oozie|search|pig|jobsub|beeswax\.savedquery|sqoop)/;

/**
 * A dump of Hue's database as `hue dumpdata` writes it, or a part of it such as an export of
 * documents. Rows have numbers or natural keys; the files are read twice, a row at a time.
 */
export class HueDump implements HueSource {
  readonly title: string;
  readonly #files: readonly string[];
  readonly #timeZone: string;
  #index: Promise<Index> | undefined;
  #counts: Readonly<Record<string, number>> = {};
  #damaged = 0;

  /** @param timeZone of its times, which do not say which */
  constructor(files: readonly string[], timeZone: string) {
    [this.title, this.#files, this.#timeZone] = [files.join(', '), files, timeZone];
  }

  async users(): Promise<readonly HueUser[] | undefined> {
    const {users} = await this.#read();
    return users.length > 0 ? users : undefined;
  }

  async folders(): Promise<ReadonlyMap<string, HueHead>> {
    return (await this.#read()).folders;
  }

  async *documents(): AsyncGenerator<HueDocument> {
    const {documents, folders} = await this.#read();
    const own = [...documents.values()].filter(one => one.type === 'directory' && !isHome(one));
    for (const folder of inOrder(own, folders)) yield {...folder, data: async () => ({})};
    const rest = new Map(documents);
    for await (const {model, key, fields} of this.#rows()) {
      if (model !== 'desktop.document2' || fields['is_history'] === true) continue;
      const head = rest.get(key);
      rest.delete(key);
      if (head === undefined || head.type === 'directory') continue;
      yield {...head, data: async () => dataOf(fields)};
    }
  }

  async *statements(): AsyncGenerator<HueStatement> {
    const {userNames} = await this.#read();
    this.#damaged = 0;
    for await (const {model, fields} of this.#rows()) {
      const type = textOf(fields['type']);
      if (model !== 'desktop.document2' || fields['is_history'] !== true) continue;
      if (!type.startsWith('query-')) continue;
      const data = parsed(textOf(fields['data']) || '{}');
      if (data === undefined) this.#damaged++;
      const [snippet] = snippetsOf(data);
      if (snippet === undefined || snippet.said.trim() === '') continue;
      const {said, lastExecuted} = snippet as typeof snippet & {lastExecuted?: unknown};
      yield {
        uuid: textOf(fields['uuid']),
        userName: nameIn(fields['owner'], userNames),
        engine: textOf(snippet['type']) || type.slice('query-'.length),
        database: textOf(snippet['database']),
        text: said,
        state: stateOf(snippet['status']),
        submittedAt:
          typeof lastExecuted === 'number' && lastExecuted > 0
            ? Math.floor(lastExecuted)
            : this.#timeOf(fields['last_modified']),
        note: '',
      };
    }
  }

  left(): Readonly<Record<string, number>> {
    const what = 'statements of the history that are damaged';
    return {...this.#counts, ...(this.#damaged > 0 && {[what]: this.#damaged})};
  }

  async #read(): Promise<Index> {
    this.#index ??= this.#readIndex();
    const index = await this.#index;
    this.#counts = index.left;
    return index;
  }

  async #readIndex(): Promise<Index> {
    const people: Row[] = [];
    const permissions: Row[] = [];
    const rows = new Map<string, Row>();
    const left: Record<string, number> = {};
    for await (const row of this.#rows()) {
      const {model, key, fields} = row;
      if (userModels.has(model) || groupModels.has(model)) people.push(row);
      else if (model === 'desktop.document2permission') permissions.push(row);
      else if (model !== 'desktop.document2') {
        if (otherModels.test(model)) count(left, model);
      } else if (fields['is_history'] !== true && fields['is_managed'] !== true) {
        const {data: _data, search: _search, ...head} = fields;
        if (!rows.has(key)) rows.set(key, {model, key, fields: head});
      }
    }
    const groupNames = namesIn(people, groupModels, 'name');
    const userNames = namesIn(people, userModels, 'username', 'email');
    const byUuid = newestByUuid(rows, row => this.#timeOf(row.fields['last_modified']));
    const uuidOf = (given: unknown) =>
      Array.isArray(given) ? textOf(given[0]) : textOf(rows.get(String(given))?.fields['uuid']);
    const grants = grantsIn(permissions, uuidOf, userNames, groupNames);
    const headOf = ({key, fields}: Row): HueHead => {
      const [uuid, owner] = [textOf(fields['uuid']), nameIn(fields['owner'], userNames)];
      const parent = fields['parent_directory'] ?? undefined;
      return {
        uuid,
        owner,
        type: textOf(fields['type']),
        name: textOf(fields['name']),
        description: textOf(fields['description']),
        parent: parent === undefined ? undefined : uuidOf(parent),
        changedAt: this.#timeOf(fields['last_modified']),
        number: /^\d{1,15}$/.test(key) ? Number(key) : undefined,
        grants: (grants.get(uuid) ?? []).filter(one => one.kind !== 'user' || one.name !== owner),
      };
    };
    const heads = new Map([...byUuid.values()].map(row => [row.key, headOf(row)]));
    const folders = new Map(
      [...heads.values()].filter(({type}) => type === 'directory').map(one => [one.uuid, one]),
    );
    const documents = new Map<string, HueHead>();
    for (const [key, head] of heads) {
      if (byUuid.get(head.uuid)?.fields['is_trashed'] === true || isInTrash(head, folders)) {
        if (!isTrash(head)) count(left, 'in the trash');
      } else documents.set(key, head);
    }
    return {
      users: usersIn(people, groupNames),
      userNames,
      documents: notWider(documents),
      folders,
      left,
    };
  }

  /** Of a clock on the wall, to the second, as Hue's API tells it. */
  #timeOf(given: unknown): number {
    const text = textOf(given);
    const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
    const time = Math.floor(Date.parse(hasZone ? text : `${text}Z`) / 1000) * 1000;
    if (Number.isNaN(time)) return 0;
    return hasZone ? time : zoned(time, this.#timeZone);
  }

  async *#rows(): AsyncGenerator<Row> {
    for (const file of this.#files) yield* this.#rowsOf(file);
  }

  async *#rowsOf(file: string): AsyncGenerator<Row> {
    const bytes = createReadStream(file);
    const plain = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
    bytes.on('error', error => plain.destroy(error));
    plain.setEncoding('utf8');
    try {
      for await (const element of jsonElements(plain as AsyncIterable<string>)) {
        const {model, pk, fields} = objectOf(element);
        const own = objectOf(fields);
        const key = typeof pk === 'number' || typeof pk === 'string' ? String(pk) : naturalKey(own);
        yield {model: textOf(model).toLowerCase(), key, fields: own};
      }
    } catch (error) {
      throw new Error(`${file} is no dump of Hue: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      bytes.destroy();
    }
  }
}

/** Of a row that is dumped without its number. */
function naturalKey(fields: Fields): string {
  const {uuid, version, is_history: isHistory, username, email, name} = fields;
  return JSON.stringify(
    uuid === undefined ? [username ?? email ?? name] : [uuid, version, isHistory],
  );
}

/** @throws Refused where it is damaged */
function dataOf(fields: Fields): unknown {
  const text = textOf(fields['data']).trim();
  const data = text === '' ? {} : parsed(text);
  if (data === undefined) throw new Refused(200, 'What it holds is damaged: it is no JSON.');
  return data;
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

function namesIn(
  rows: readonly Row[],
  models: ReadonlySet<string>,
  ...members: readonly string[]
): ReadonlyMap<string, string> {
  return new Map(
    rows
      .filter(({model}) => models.has(model))
      .map(({key, fields}) => [key, members.map(one => textOf(fields[one])).find(Boolean) ?? '']),
  );
}

/** By number, or by a natural key, which begins with the name. */
function nameIn(given: unknown, names: ReadonlyMap<string, string>): string {
  const name = Array.isArray(given) ? textOf(given[0]) : names.get(String(given));
  return name ?? (typeof given === 'string' ? given : '');
}

function usersIn(rows: readonly Row[], groupNames: ReadonlyMap<string, string>): HueUser[] {
  return rows
    .filter(({model, fields}) => userModels.has(model) && fields['is_active'] !== false)
    .map(({fields}) => ({
      name: textOf(fields['username']) || textOf(fields['email']),
      groups: listOf(fields['groups'])
        .map(one => nameIn(one, groupNames))
        .filter(Boolean),
      isAdmin: fields['is_superuser'] === true,
    }))
    .filter(({name}) => name !== '');
}

function newestByUuid(
  rows: ReadonlyMap<string, Row>,
  timeOf: (row: Row) => number,
): ReadonlyMap<string, Row> {
  const newest = new Map<string, Row>();
  for (const row of rows.values()) {
    const uuid = textOf(row.fields['uuid']);
    const there = newest.get(uuid);
    if (there === undefined || timeOf(row) > timeOf(there)) newest.set(uuid, row);
  }
  return newest;
}

function grantsIn(
  rows: readonly Row[],
  uuidOf: (given: unknown) => string,
  userNames: ReadonlyMap<string, string>,
  groupNames: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Grant[]> {
  const grants = new Map<string, Grant[]>();
  for (const {fields} of rows) {
    const perms = textOf(fields['perms']);
    const permission = perms.endsWith('write') ? 'write' : 'read';
    if (!/^(?:link_)?(?:read|write)$/.test(perms)) continue;
    const named = (kind: 'user' | 'group', of: unknown, names: ReadonlyMap<string, string>) =>
      listOf(of).map((one): Grant => ({kind, name: nameIn(one, names), permission}));
    const own = [
      ...named('user', fields['users'], userNames),
      ...named('group', fields['groups'], groupNames),
    ].filter(({name}) => name !== '');
    if (perms.startsWith('link_') && fields['is_link_on'] === true)
      own.push({kind: 'link', name: '', permission});
    const uuid = uuidOf(fields['doc']);
    grants.set(uuid, strongest([...(grants.get(uuid) ?? []), ...own]));
  }
  return grants;
}
