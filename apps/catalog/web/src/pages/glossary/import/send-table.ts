import {client, uploadClient} from '../../../api/client.ts';
import type {EntityHeader, Glossary, RelatedTerm} from '../../../api/wire.ts';
import {readReport, type Report} from '../../../table-import/report.ts';
import {formOf, type ProgressListener, type Table} from '../../../table-import/table-file.ts';

export type Check = {
  readonly report: Report;
  /** Terms that would be made, those among them of which a part is wrong. */
  readonly terms: number;
  /** Existing terms that would change; undefined where they may not. */
  readonly updated: number | undefined;
  /** Names of glossaries that would be made. */
  readonly newGlossaries: readonly string[];
};

/** What an import would do, line by line. Nothing is imported. */
export async function checkTable(
  table: Table,
  updates: boolean,
  tell: ProgressListener,
): Promise<Check> {
  const answer = await uploadClient(tell).dryRun('POST /v2/glossary/import', {
    body: formOf(table),
    query: {updates},
  });
  const {created, updated} = answer.changes['entities'] ?? {};
  // Glossaries are made before their terms, and the list has the first hundred of what is made.
  const newGlossaries = ((created?.list ?? []) as EntityHeader[])
    .filter(one => one.typeName === 'AtlasGlossary')
    .map(one => one.displayText);
  return {
    report: readReport(answer.response as Parameters<typeof readReport>[0]),
    terms: (created?.count ?? 0) - newGlossaries.length,
    updated: updates ? (updated?.count ?? 0) : undefined,
    newGlossaries,
  };
}

/** What an import has brought, so that it can be taken out again. */
export type Brought = {
  readonly fileName: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Made by the import, with all in them. */
  readonly glossaries: readonly {readonly guid: string; readonly name: string}[];
  /** Guids of terms in glossaries that were there before. */
  readonly terms: readonly string[];
  /** All terms that came, wherever. */
  readonly count: number;
  /** The bulk change of texts of terms that were there before, if any were changed. */
  readonly bulkGuid?: string | undefined;
  /** Relationships that came between terms that were there before. */
  readonly relationshipGuids?: readonly string[] | undefined;
};

export type Imported = {readonly report: Report; readonly brought: Brought};

/**
 * Imports the table and finds out what came by it: the answer of the server names terms, but does
 * not say which of them are new.
 */
export async function importTable(
  table: Table,
  names: readonly string[],
  updates: boolean,
  tell: ProgressListener,
): Promise<Imported> {
  // Only those of the file: who has large glossaries imports into one.
  const before = await glossariesNamed(names);
  const known = new Set<string>();
  for (const glossary of before)
    for (const term of await termsOf(glossary)) known.add(term.termGuid);
  const answer = await uploadClient(tell).call('POST /v2/glossary/import', {
    body: formOf(table),
    query: {updates},
  });
  const report = readReport(answer);
  const after = await glossariesNamed(names);
  // What others have added meanwhile came by nobody's import here.
  const named = new Set(report.all.map(one => `${one.child}@${one.parent}`));
  const old = new Set(before.map(one => one.guid));
  const terms: string[] = [];
  let count = 0;
  for (const glossary of after) {
    const came = (await termsOf(glossary)).filter(
      one => !known.has(one.termGuid) && named.has(one.qualifiedName ?? ''),
    );
    count += came.length;
    if (old.has(glossary.guid)) terms.push(...came.map(one => one.termGuid));
  }
  const glossaries = after
    .filter(one => !old.has(one.guid))
    .map(({guid, name = guid}) => ({guid, name}));
  const {bulkGuid, relationshipGuids} = answer;
  const [fileName, time] = [table.name, Date.now()];
  return {
    report,
    brought: {fileName, time, glossaries, terms, count, bulkGuid, relationshipGuids},
  };
}

async function glossariesNamed(names: readonly string[]): Promise<readonly Glossary[]> {
  const all = await client.call('GET /v2/glossary', {query: {counts: true}});
  return all.filter(one => names.includes(one.qualifiedName ?? ''));
}

async function termsOf({guid}: Glossary): Promise<readonly RelatedTerm[]> {
  return await client.call('GET /v2/glossary/{guid}/terms/headers', {
    path: {guid},
    // All of them.
    query: {limit: -1},
  });
}

/** Of the file, each once. */
export function glossariesIn({all}: Report): readonly string[] {
  return [...new Set(all.map(one => one.parent))].filter(name => name !== '');
}
