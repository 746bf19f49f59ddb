import {
  glossaryTypes,
  importColumns,
  namesOf,
  planTermImport,
  readImportLines,
  type GlossaryKind,
  type Guid,
  type ImportInfo,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {sheetIn, type UploadedTable} from '../entity/read-table.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount} from '../entity/save-entities.ts';
import {applyGlossary} from './apply-glossary.ts';

/** First line of a file to import. */
export const glossaryTemplate = importColumns.join(', ');

export type GlossaryImport = {
  failedImportInfoList: ImportInfo[];
  successImportInfoList: ImportInfo[];
};

/**
 * POST /glossary/import: a table of terms, one a line, with glossaries that are not there yet. A
 * line that is wrong is told and keeps nobody else from being imported.
 * @throws TOO_MANY_ENTITIES
 */
export const importTerms = change({
  logAs: 'GlossaryService.importGlossaryData',
  read: (given: UploadedTable, c) => {
    const {header, rows} = sheetIn(given);
    checkCount(c, rows.length);
    const lines = readImportLines(header, rows);
    return {lines, names: namesOf(lines)};
  },
  run: async (tx, {lines, names}, c): Promise<GlossaryImport> => {
    const world = {
      glossaries: await guidsByName(tx, 'glossary', names.glossaries),
      terms: await guidsByName(tx, 'term', names.terms),
    };
    const {entities, ...told} = planTermImport(lines, world);
    if (entities.length > 0) await applyGlossary(tx, entities, planningOf(c));
    return told;
  },
});

/**
 * Those that are there already. They are only looked at: what the import goes on to change is
 * locked with its own reading.
 */
async function guidsByName(
  tx: GraphTx,
  kind: GlossaryKind,
  names: readonly string[],
): Promise<Map<string, Guid>> {
  const refs = names.map(value => ({
    typeName: glossaryTypes[kind],
    attribute: 'qualifiedName',
    value,
  }));
  const found = await tx.byUnique(refs, 'look');
  return new Map(
    names.flatMap((name, i) => (found[i] === undefined ? [] : [[name, found[i].guid] as const])),
  );
}
