import {AppError} from '@gazetteer/model';
import type {Database, Session} from '@gazetteer/db';
import {diffLines, type DiffLine} from '@gazetteer/formats/text-diff';
import {find, findToChange} from './access.ts';
import {type Contents, contentsOf, type Document, type DocumentKind} from './document.ts';
import {saveVersion} from './documents.ts';
import {notebookText} from './notebook.ts';
import type {Onlooker} from '../config/sharing.ts';

/** One saving. Times are epoch milliseconds. */
export type Version = {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly savedAt: number;
  readonly savedBy: string;
  readonly comment: string;
};

export type FullVersion = Version & Contents;

const maxListed = 1000;

/** The last first. */
export async function listVersions(
  db: Database,
  actor: Onlooker,
  uuid: string,
): Promise<Version[]> {
  return await db.read(async session => {
    await find(session, actor, uuid, 'read');
    const rows = await session.all<Row>(
      `SELECT version, name, description, '{}' AS content, saved_at, saved_by, comment FROM editor_document_version
       WHERE document = ? ORDER BY version DESC LIMIT ${maxListed}`,
      [uuid],
    );
    return rows.map(versionOf);
  });
}

export async function readVersion(
  db: Database,
  actor: Onlooker,
  uuid: string,
  version: number,
): Promise<FullVersion> {
  return await db.read(async session => {
    const {row} = await find(session, actor, uuid, 'read');
    return await load(session, row.kind, uuid, version);
  });
}

export type Difference = {
  readonly from: Version;
  readonly to: Version;
  /** Of everything but the text: what it was and what it is. */
  readonly fields: Readonly<Record<string, {readonly from: unknown; readonly to: unknown}>>;
  readonly lines: readonly DiffLine[];
};

/** What changed from one version to another, which may be the older one. */
export async function diffVersions(
  db: Database,
  actor: Onlooker,
  uuid: string,
  {from, to}: {readonly from: number; readonly to: number},
): Promise<Difference> {
  const [old, now] = await db.read(async session => {
    const {row} = await find(session, actor, uuid, 'read');
    return [
      await load(session, row.kind, uuid, from),
      await load(session, row.kind, uuid, to),
    ] as const;
  });
  const fieldsOf = ({
    name,
    description,
    content,
    dashboard,
    notebook,
  }: FullVersion): Readonly<Record<string, unknown>> => ({
    name,
    description,
    ...(notebook && {
      engine: notebook.engine,
      database: notebook.database,
      variables: notebook.variables,
      results: notebook.cells.map(cell => ({...cell, text: undefined})),
    }),
    ...(dashboard && {tiles: dashboard.tiles, filters: dashboard.filters}),
    ...(content && {engine: content.engine, database: content.database, state: content.state}),
  });
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  const changed = Object.keys(before).filter(
    key => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return {
    from: withoutContent(old),
    to: withoutContent(now),
    fields: Object.fromEntries(changed.map(key => [key, {from: before[key], to: after[key]}])),
    lines: diffLines(textOf(old), textOf(now)),
  };
}

function textOf({content, notebook}: Contents): string {
  return content?.text ?? (notebook && notebookText(notebook)) ?? '';
}

/**
 * An earlier version once more, as the newest; nothing is lost by it. Its name of then is not taken
 * back.
 */
export async function restoreVersion(
  db: Database,
  actor: Onlooker,
  uuid: string,
  version: number,
): Promise<Document> {
  return await db.write(async session => {
    const {row} = await findToChange(session, actor, uuid, 'write');
    const {content, dashboard, notebook, description} = await load(
      session,
      row.kind,
      uuid,
      version,
    );
    return await saveVersion(session, actor, row, {
      content,
      dashboard,
      notebook,
      description,
      comment: `Version ${version} restored`,
    });
  });
}

type Row = {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly content: string;
  readonly saved_at: number;
  readonly saved_by: string;
  readonly comment: string;
};

async function load(
  session: Session,
  kind: DocumentKind,
  uuid: string,
  version: number,
): Promise<FullVersion> {
  const [row] = await session.all<Row>(
    'SELECT * FROM editor_document_version WHERE document = ? AND version = ?',
    [uuid, version],
  );
  if (row === undefined) throw new AppError('NOT_FOUND', [`There is no version ${version} of it.`]);
  return {...versionOf(row), ...contentsOf(kind, row.content)};
}

function versionOf({version, name, description, saved_at, saved_by, comment}: Row): Version {
  return {version, name, description, savedAt: saved_at, savedBy: saved_by, comment};
}

function withoutContent({
  version,
  name,
  description,
  savedAt,
  savedBy,
  comment,
}: FullVersion): Version {
  return {version, name, description, savedAt, savedBy, comment};
}
