import {createReadStream} from 'node:fs';
import {createGunzip} from 'node:zlib';
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
import {inOrder, isInTrash, isTrash} from './folders.ts';

/** What has to be known of a dump before its documents can be read. */
type Index = {
  readonly users: readonly HueUser[];
  readonly userNames: ReadonlyMap<string, string>;
  /** Documents by number, without history and trash; of those with one id the newest. */
  readonly documents: ReadonlyMap<string, HueHead>;
  readonly folders: ReadonlyMap<string, HueHead>;
  readonly left: Readonly<Record<string, number>>;
};

type Row = {readonly model: string; readonly pk: string; readonly fields: Fields};

const [userModels, groupModels] = [
  new Set(['auth.user', 'useradmin.organizationuser']),
  new Set(['auth.group', 'useradmin.organizationgroup']),
];
/** Where other kinds of documents stood before Hue had one table for all. */
const otherModels = /^(?:oozie|search|pig|jobsub|beeswax\.savedquery|sqoop)/;

/**
 * A dump of Hue's database as `hue dumpdata` writes it, or a part of it such as an export of
 * documents. References are numbers or natural keys; the file is read twice, a row at a time.
 */
export class HueDump implements HueSource {
  readonly title: string;
  readonly #file: string;
  #index: Promise<Index> | undefined;

  constructor(file: string) {
    [this.title, this.#file] = [file, file];
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
    for await (const {model, pk, fields} of this.#rows()) {
      const head = model === 'desktop.document2' ? documents.get(pk) : undefined;
      if (head === undefined || head.type === 'directory') continue;
      yield {...head, data: async () => parsed(textOf(fields['data']))};
    }
  }

  async *statements(): AsyncGenerator<HueStatement> {
    const {userNames} = await this.#read();
    for await (const {model, fields} of this.#rows()) {
      const type = textOf(fields['type']);
      if (model !== 'desktop.document2' || fields['is_history'] !== true) continue;
      if (!type.startsWith('query-')) continue;
      const [snippet] = snippetsOf(parsed(textOf(fields['data'])));
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
            : timeOf(fields['last_modified']),
        note: '',
      };
    }
  }

  left(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  #counts: Readonly<Record<string, number>> = {};

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
      const {model, pk, fields} = row;
      if (userModels.has(model) || groupModels.has(model)) people.push(row);
      else if (model === 'desktop.document2permission') permissions.push(row);
      else if (model !== 'desktop.document2') {
        if (otherModels.test(model)) count(left, model);
      } else if (fields['is_history'] !== true && fields['is_managed'] !== true) {
        const {data: _data, search: _search, ...head} = fields;
        rows.set(pk, {model, pk, fields: head});
      }
    }
    const groupNames = namesIn(people, groupModels, 'name');
    const userNames = namesIn(people, userModels, 'username', 'email');
    const byUuid = newestByUuid(rows);
    const uuidOf = (given: unknown) =>
      Array.isArray(given) ? textOf(given[0]) : textOf(rows.get(String(given))?.fields['uuid']);
    const grants = grantsIn(permissions, uuidOf, userNames, groupNames);
    const headOf = ({fields}: Row): HueHead => {
      const [uuid, owner] = [textOf(fields['uuid']), nameIn(fields['owner'], userNames)];
      const parent = fields['parent_directory'] ?? undefined;
      return {
        uuid,
        owner,
        type: textOf(fields['type']),
        name: textOf(fields['name']),
        description: textOf(fields['description']),
        parent: parent === undefined ? undefined : uuidOf(parent),
        changedAt: timeOf(fields['last_modified']),
        grants: (grants.get(uuid) ?? []).filter(one => one.kind !== 'user' || one.name !== owner),
      };
    };
    const heads = new Map([...byUuid.values()].map(row => [row.pk, headOf(row)]));
    const folders = new Map(
      [...heads.values()].filter(({type}) => type === 'directory').map(one => [one.uuid, one]),
    );
    const documents = new Map<string, HueHead>();
    for (const [pk, head] of heads) {
      if (byUuid.get(head.uuid)?.fields['is_trashed'] === true || isInTrash(head, folders)) {
        if (!isTrash(head)) count(left, 'in the trash');
      } else documents.set(pk, head);
    }
    return {
      users: usersIn(people, groupNames),
      userNames,
      documents,
      folders,
      left,
    };
  }

  async *#rows(): AsyncGenerator<Row> {
    const bytes = createReadStream(this.#file);
    const plain = this.#file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
    bytes.on('error', error => plain.destroy(error));
    plain.setEncoding('utf8');
    try {
      for await (const element of jsonElements(plain as AsyncIterable<string>)) {
        const {model, pk, fields} = objectOf(element);
        yield {model: textOf(model).toLowerCase(), pk: String(pk), fields: objectOf(fields)};
      }
    } catch (error) {
      throw new Error(`${this.#file} is no dump of Hue: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      bytes.destroy();
    }
  }
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
      .map(({pk, fields}) => [pk, members.map(one => textOf(fields[one])).find(Boolean) ?? '']),
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

function newestByUuid(rows: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> {
  const newest = new Map<string, Row>();
  for (const row of rows.values()) {
    const uuid = textOf(row.fields['uuid']);
    const there = newest.get(uuid);
    const isNewer = (other: Row) =>
      timeOf(row.fields['last_modified']) > timeOf(other.fields['last_modified']);
    if (there === undefined || isNewer(there)) newest.set(uuid, row);
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

/** Django writes times of UTC, with or without saying so. */
function timeOf(given: unknown): number {
  const text = textOf(given);
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? 0 : time;
}
