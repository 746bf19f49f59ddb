import type {Database, Session} from '@gazetteer/db';
import {levels, permissionOf} from '../document/access.ts';
import {
  aboveTable,
  type Contents,
  contentText,
  type Document,
  documentOf,
  type DocumentRow,
  documentTable,
  searchTextOf,
  versionTable,
} from '../document/document.ts';
import {type Grant, grantTable} from '../document/grants.ts';
import {noteRule} from '../store/recorded-database.ts';
import {checkDocumentQuota} from '../store/text-quota.ts';
import {grantsAfter, noteNumbers, noteTaken, readTaken, sameGrants} from './taken-over.ts';

/** A document of another server. Its folder is the id of one here, '' for the top. */
export type MovedDocument = Pick<Document, 'uuid' | 'kind' | 'name' | 'description'> &
  Contents & {
    readonly folder: string;
    readonly changedAt: number;
    /** What addresses there name it by. */
    readonly number?: number | undefined;
    readonly grants: readonly Grant[];
  };

/** As it is here. */
export type StoredDocument = MovedDocument &
  Pick<Document, 'owner' | 'changedBy' | 'trashedAt'> & {readonly version: number};

export type Outcome = {
  readonly uuid: string;
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'kept' | 'refused';
  /** Why it was kept as it is here, or refused; empty otherwise. */
  readonly reason: string;
};

/** Folders within folders. */
const maxDepth = 50;

/** Those that are here, whoever owns them. */
export async function readMoved(
  session: Session,
  uuids: readonly string[],
): Promise<StoredDocument[]> {
  const {dialect} = session;
  const rows = await session.all<DocumentRow>(
    `SELECT * FROM editor_document WHERE ${dialect.inList('uuid', 'text')} ORDER BY uuid`,
    [[...uuids]],
  );
  const grants = await grantsOf(session, uuids);
  return rows.map(row => ({
    ...documentOf(row),
    folder: row.parent,
    grants: grants.get(row.uuid) ?? [],
  }));
}

/**
 * Documents of one person as they were on another server, with their ids and times; folders stand
 * before what is in them. What is newer here, or was thrown away or deleted here, stays as it is; what
 * is older gets a version. Of whom it is shared with, only what has changed there is changed here. A
 * name that its folder has already gets a number.
 */
export async function storeMoved(
  db: Database,
  owner: string,
  given: readonly MovedDocument[],
): Promise<readonly Outcome[]> {
  return await db.write(async session => {
    noteRule(session, 'administrator');
    const batch = await Batch.read(session, owner, given);
    const outcomes = given.map(document => batch.take(document));
    await batch.write(session);
    if (outcomes.some(({outcome}) => outcome === 'created' || outcome === 'changed'))
      await checkDocumentQuota(session, owner);
    return outcomes;
  });
}

/** What a request brings, and all that has to be known for it: read at once, and written at once. */
class Batch {
  readonly #owner: string;
  readonly #rows: Map<string, DocumentRow>;
  /** Of each folder the folders above it with itself, the nearest first. */
  readonly #above: Map<string, readonly string[]>;
  readonly #grants: Map<string, readonly Grant[]>;
  /** Which document has a name in a folder. */
  readonly #names: Map<string, string>;
  readonly #made: MovedDocument[] = [];
  readonly #changed: string[] = [];
  /** With a new version. */
  readonly #saved = new Set<string>();
  readonly #shared: Pick<MovedDocument, 'uuid' | 'grants'>[] = [];
  /** What was taken over before, with the grants of that time, and what is now. */
  readonly #taken: ReadonlyMap<string, readonly Grant[]>;
  readonly #takenNow: MovedDocument[] = [];

  private constructor(
    owner: string,
    rows: Map<string, DocumentRow>,
    above: Map<string, readonly string[]>,
    grants: Map<string, readonly Grant[]>,
    names: Map<string, string>,
    taken: ReadonlyMap<string, readonly Grant[]>,
  ) {
    [this.#owner, this.#rows, this.#above] = [owner, rows, above];
    [this.#grants, this.#names, this.#taken] = [grants, names, taken];
  }

  static async read(
    session: Session,
    owner: string,
    given: readonly MovedDocument[],
  ): Promise<Batch> {
    const {dialect} = session;
    const uuids = given.map(({uuid}) => uuid);
    const folders = [...new Set(given.map(({folder}) => folder))];
    const rows = await session.all<DocumentRow>(
      `SELECT * FROM editor_document WHERE ${dialect.inList('uuid', 'text')} ORDER BY uuid${dialect.forUpdate}`,
      [[...new Set([...uuids, ...folders])]],
    );
    const above = await session.all<{document: string; above: string}>(
      `SELECT document, above FROM editor_document_above WHERE ${dialect.inList('document', 'text')}
       ORDER BY document, distance`,
      [folders],
    );
    const parents = [...new Set([...folders, ...rows.map(({parent}) => parent)])];
    const names = await session.all<{uuid: string; parent: string; name: string}>(
      `SELECT uuid, parent, name FROM editor_document
       WHERE owner = ? AND trashed_at IS NULL AND ${dialect.inList('parent', 'text')}`,
      [owner, parents],
    );
    return new Batch(
      owner,
      new Map(rows.map(row => [row.uuid, row])),
      new Map(
        [...Map.groupBy(above, one => one.document)].map(([folder, some]) => [
          folder,
          some.map(one => one.above),
        ]),
      ),
      await grantsOf(session, uuids),
      new Map(names.map(({uuid, parent, name}) => [nameKey(parent, name), uuid])),
      await readTaken(session, uuids),
    );
  }

  take(document: MovedDocument): Outcome {
    const {uuid} = document;
    const there = this.#rows.get(uuid);
    if (there === undefined)
      return this.#taken.has(uuid)
        ? {uuid, outcome: 'kept', reason: 'It was deleted on this server.'}
        : this.#create(document);
    const stays = this.#reasonToKeep(there, document);
    if (stays !== undefined) return {uuid, ...stays};
    return this.#change(there, document);
  }

  #create(document: MovedDocument): Outcome {
    const {uuid, folder} = document;
    const problem = folder === '' ? undefined : this.#problemOf(folder);
    if (problem !== undefined) return {uuid, outcome: 'refused', reason: problem};
    const made = {...document, name: this.#freeName(uuid, folder, document.name)};
    this.#rows.set(uuid, this.#rowOf(made, 1));
    this.#above.set(uuid, [uuid, ...(this.#above.get(folder) ?? [])]);
    this.#made.push(made);
    this.#saved.add(uuid);
    this.#shared.push(made);
    this.#takenNow.push(document);
    return {uuid, outcome: 'created', reason: ''};
  }

  /** It stays in its folder. */
  #change(there: DocumentRow, document: MovedDocument): Outcome {
    const {uuid, description} = document;
    const name = isNamed(there.name, document.name)
      ? there.name
      : this.#freeName(uuid, there.parent, document.name);
    const text = contentText(document);
    const isSaved =
      there.name !== name || there.description !== description || there.content !== text;
    const isLater = there.changed_at !== document.changedAt;
    const here = this.#grants.get(uuid) ?? [];
    const grants = grantsAfter(here, this.#taken.get(uuid) ?? document.grants, document.grants);
    const isShared = !sameGrants(here, grants);
    this.#takenNow.push(document);
    if (!isSaved && !isLater && !isShared) return {uuid, outcome: 'unchanged', reason: ''};
    if (isShared) this.#shared.push({uuid, grants});
    if (isSaved || isLater) {
      const version = there.version + Number(isSaved);
      const moved = {...document, name, folder: there.parent};
      this.#rows.set(uuid, {...this.#rowOf(moved, version), created_at: there.created_at});
      this.#changed.push(uuid);
      if (isSaved) this.#saved.add(uuid);
    }
    return {uuid, outcome: 'changed', reason: ''};
  }

  #reasonToKeep(
    there: DocumentRow,
    {kind, changedAt}: MovedDocument,
  ): Pick<Outcome, 'outcome' | 'reason'> | undefined {
    if (there.owner !== this.#owner || there.kind !== kind) {
      const what = `${there.owner} has a ${there.kind} with this id`;
      return {outcome: 'refused', reason: `${what}: ${there.name}.`};
    }
    if (there.trashed_at !== null)
      return {outcome: 'kept', reason: 'It was thrown away on this server.'};
    if (there.changed_at > changedAt)
      return {
        outcome: 'kept',
        reason: `${there.changed_by} saved it on this server since.`,
      };
    return undefined;
  }

  #problemOf(folder: string): string | undefined {
    const row = this.#rows.get(folder);
    if (row === undefined || row.owner !== this.#owner || row.kind !== 'folder')
      return `${this.#owner} has no such folder.`;
    if (row.trashed_at !== null) return `Its folder ${row.name} is in the trash.`;
    if ((this.#above.get(folder) ?? []).length >= maxDepth)
      return `Folders go ${maxDepth} deep at most.`;
    return undefined;
  }

  #freeName(uuid: string, folder: string, wanted: string): string {
    let name = wanted;
    for (let n = 2; (this.#names.get(nameKey(folder, name)) ?? uuid) !== uuid; n++)
      name = `${wanted} (${n})`;
    this.#names.set(nameKey(folder, name), uuid);
    return name;
  }

  #rowOf(document: MovedDocument, version: number): DocumentRow {
    const {uuid, folder, kind, name, description, changedAt} = document;
    return {
      uuid,
      owner: this.#owner,
      parent: folder,
      kind,
      name,
      description,
      version,
      content: contentText(document),
      created_at: changedAt,
      changed_at: changedAt,
      changed_by: this.#owner,
      trashed_at: null,
    };
  }

  async write(session: Session): Promise<void> {
    const isNew = ({uuid, grants}: MovedDocument) =>
      !sameGrants(this.#taken.get(uuid) ?? [], grants) || !this.#taken.has(uuid);
    await noteTaken(session, this.#takenNow.filter(isNew));
    await noteNumbers(session, this.#takenNow);
    const uuids = [...this.#made.map(({uuid}) => uuid), ...this.#changed];
    const rows = uuids.map(uuid => this.#rows.get(uuid) as DocumentRow);
    await session.insert(
      documentTable,
      rows.map(row => [
        row.uuid,
        row.owner,
        row.parent,
        row.kind,
        row.name,
        row.description,
        row.version,
        row.content,
        searchTextOf(row.name, row.description, documentOf(row)),
        row.created_at,
        row.changed_at,
        row.changed_by,
        null,
      ]),
      {key: ['uuid'], set: changedColumns},
    );
    await session.insert(
      aboveTable,
      this.#made.flatMap(({uuid}) =>
        (this.#above.get(uuid) ?? []).map((above, distance) => [uuid, above, distance]),
      ),
    );
    await session.insert(
      versionTable,
      rows
        .filter(({uuid}) => this.#saved.has(uuid))
        .map(({uuid, version, name, description, content, changed_at: at, owner}) => {
          return [uuid, version, name, description, content, at, owner, ''];
        }),
    );
    await session.remove(
      grantTable,
      ['document'],
      this.#shared.map(({uuid}) => [uuid]),
    );
    await session.insert(
      grantTable,
      this.#shared.flatMap(({uuid, grants}) =>
        grants.map(({kind, name, permission}) => [uuid, kind, name, levels[permission]]),
      ),
    );
  }
}

const changedColumns = [
  'name',
  'description',
  'version',
  'content',
  'search_text',
  'changed_at',
  'changed_by',
];

async function grantsOf(
  session: Session,
  uuids: readonly string[],
): Promise<Map<string, readonly Grant[]>> {
  const rows = await session.all<{
    document: string;
    kind: Grant['kind'];
    name: string;
    level: number;
  }>(
    `SELECT document, kind, name, level FROM editor_document_grant
     WHERE ${session.dialect.inList('document', 'text')} ORDER BY document, kind, name`,
    [[...uuids]],
  );
  const grants = Map.groupBy(rows, ({document}) => document);
  return new Map(
    [...grants].map(([uuid, some]) => [
      uuid,
      some.map(({kind, name, level}): Grant => {
        const permission = permissionOf(level) === 'read' ? 'read' : 'write';
        return {kind, name, permission};
      }),
    ]),
  );
}

/** Whether it is the name, or what became of it where that was taken. */
function isNamed(name: string, wanted: string): boolean {
  return (
    name === wanted ||
    (name.startsWith(`${wanted} (`) && /^ \(\d+\)$/.test(name.slice(wanted.length)))
  );
}

const nameKey = (folder: string, name: string) => JSON.stringify([folder, name]);
