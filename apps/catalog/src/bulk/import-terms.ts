import {
  glossaryTypes,
  namesOf,
  planTermImport,
  readImportLines,
  termQualifiedName,
  termRelations,
  type EdgeRecord,
  type EntityRecord,
  type GlossaryKind,
  type Guid,
  type ImportInfo,
  type StoredTerm,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {sheetIn, type UploadedTable} from '../entity/read-table.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount} from '../entity/save-entities.ts';
import {applyGlossary} from '../glossary/apply-glossary.ts';
import type {Changed} from './bulk-task.ts';
import {keepChange} from './import-table.ts';

export type GlossaryImport = {
  failedImportInfoList: ImportInfo[];
  successImportInfoList: ImportInfo[];
  /** The bulk change that takes back what became of texts; absent where none was changed. */
  bulkGuid?: Guid;
  /** Those added between terms that were there before; absent where there are none. */
  relationshipGuids?: Guid[];
};

/** Of a term, those that its line may change. */
const textColumns = [
  'shortDescription',
  'longDescription',
  'examples',
  'abbreviation',
  'usage',
  'additionalAttributes',
];

/**
 * POST /glossary/import: a table of terms, one a line, with glossaries that are not there yet. A
 * line that is wrong is told and keeps nobody else from being imported. With `updates` terms that
 * are there take in what their lines say.
 * @throws TOO_MANY_ENTITIES
 */
export const importTerms = change({
  logAs: 'GlossaryService.importGlossaryData',
  read: ({updates, ...given}: UploadedTable & {updates: boolean}, c) => {
    const {header, rows} = sheetIn(given);
    checkCount(c, rows.length);
    const lines = readImportLines(header, rows);
    return {lines, names: namesOf(lines), updates};
  },
  run: async (tx, {lines, names, updates}, c): Promise<GlossaryImport> => {
    const glossaries = await guidsByName(tx, 'glossary', names.glossaries);
    const terms = await guidsByName(tx, 'term', names.terms);
    const own = new Set(lines.map(({name}) => termQualifiedName(name.term, name.glossary)));
    const guids = updates ? [...own].flatMap(name => terms.get(name) ?? []) : [];
    const before = await tx.entitiesNamed(guids, 'change');
    const edges = await relationsOf(tx, guids);
    const changeable = storedTerms([...before.values()], edges);
    const {entities, ...told} = planTermImport(lines, {glossaries, terms, changeable});
    if (entities.length > 0) await applyGlossary(tx, entities, planningOf(c));
    const changed = changedTexts(before, await tx.entitiesNamed(guids, 'look'));
    const added = addedBetween(new Set(terms.values()), edges, await relationsOf(tx, guids));
    const action = {type: 'SET_COLUMNS', columns: textColumns} as const;
    return {
      ...told,
      ...(changed.length === 0 ? {} : {bulkGuid: await keepChange(c, tx, action, changed)}),
      ...(added.length === 0 ? {} : {relationshipGuids: added}),
    };
  },
});

/** How terms are related to others, in one statement. */
async function relationsOf(tx: GraphTx, terms: readonly Guid[]): Promise<EdgeRecord[]> {
  const types = new Set(termRelations.map(one => one.typeName));
  const refs = terms.flatMap(guid =>
    [...types].flatMap(typeName => [
      {guid, typeName, end: 1 as const},
      {guid, typeName, end: 2 as const},
    ]),
  );
  return refs.length === 0 ? [] : await tx.edgesAt(refs);
}

/** What is related to a new term is deleted with that one. */
function addedBetween(
  known: ReadonlySet<Guid>,
  before: readonly EdgeRecord[],
  after: readonly EdgeRecord[],
): Guid[] {
  const old = new Set(before.map(one => one.guid));
  const added = after.filter(
    ({guid, end1, end2}) => !old.has(guid) && known.has(end1) && known.has(end2),
  );
  return [...new Set(added.map(one => one.guid))];
}

function storedTerms(
  records: readonly EntityRecord[],
  edges: readonly EdgeRecord[],
): Map<string, StoredTerm> {
  const byEnd = {
    1: Map.groupBy(edges, one => one.end1),
    2: Map.groupBy(edges, one => one.end2),
  };
  return new Map(
    records.map(({guid, attributes}) => {
      const relations = termRelations.map(({field, typeName, end}) => {
        const first = end === 2 ? [] : (byEnd[1].get(guid) ?? []);
        const second = end === 1 ? [] : (byEnd[2].get(guid) ?? []);
        const others = [...first, ...second]
          .filter(one => one.typeName === typeName)
          .map(one => (one.end1 === guid ? one.end2 : one.end1));
        return [field, others] as const;
      });
      return [String(attributes['qualifiedName']), {attributes, relations: new Map(relations)}];
    }),
  );
}

/** As a bulk change keeps them. */
function changedTexts(
  before: ReadonlyMap<Guid, EntityRecord>,
  after: ReadonlyMap<Guid, EntityRecord>,
): Changed[] {
  const textsOf = (record: EntityRecord | undefined) =>
    JSON.stringify(
      Object.fromEntries(textColumns.map(name => [name, record?.attributes[name] ?? null])),
    );
  return Array.from(before.keys(), guid => ({
    guid,
    outcome: 'CHANGED' as const,
    reason: '',
    oldValue: textsOf(before.get(guid)),
    newValue: textsOf(after.get(guid)),
  })).filter(one => one.oldValue !== one.newValue);
}

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
