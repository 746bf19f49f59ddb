import {AppError} from '../error.ts';
import {mapAt, optionalText, wrongShape} from '../json-shape.ts';
import {
  isDescending,
  kindsOf,
  orderOf,
  type GlossaryRow,
  type GlossarySearch,
} from './glossary-search.ts';
import {termRelations} from './glossary-types.ts';
import {importColumns, type TermName} from './import-lines.ts';
import {joinCell} from './listed-cells.ts';

/** A file of terms and categories: which of them, and what it says about each. */
export type GlossaryExport = {
  readonly kind: 'GLOSSARY';
  readonly format: 'csv' | 'xlsx';
  /** AUDIT: all there is to know. IMPORT_COMPATIBLE: terms alone, as an import takes them. */
  readonly mode: 'AUDIT' | 'IMPORT_COMPATIBLE';
  readonly search: GlossarySearch;
};

/** A term or category with all that a line of such a file may say. */
export type GlossaryLine = GlossaryRow & {
  readonly examples: readonly string[];
  readonly abbreviation: string;
  readonly usage: string;
  readonly additionalAttributes: ReadonlyMap<string, string>;
  /** By the field of a term. */
  readonly relations: ReadonlyMap<string, readonly TermName[]>;
};

/** More characters do not fit a cell of a spreadsheet. */
const maxXlsxCell = 32_767;

/** Relations in the order of the template. */
const relationColumns = importColumns.flatMap(column => {
  const relation = termRelations.find(({field}) => field.toLowerCase() === column.toLowerCase());
  return relation === undefined ? [] : [{column, field: relation.field}];
});

const columns: Readonly<
  Record<GlossaryExport['mode'], Readonly<Record<string, (line: GlossaryLine) => string>>>
> = {
  IMPORT_COMPATIBLE: {
    GlossaryName: line => line.glossaryName,
    TermName: line => line.name,
    ShortDescription: line => line.shortDescription,
    LongDescription: line => line.longDescription,
    Examples: line => joinCell(line.examples, '|'),
    Abbreviation: line => line.abbreviation,
    Usage: line => line.usage,
    AdditionalAttributes: line => attributesCell(line),
    ...Object.fromEntries(
      relationColumns.map(({column, field}) => [
        column,
        (line: GlossaryLine) => termsCell(line, field),
      ]),
    ),
  },
  AUDIT: {
    RecordType: line => line.kind,
    Guid: line => line.guid,
    GlossaryGuid: line => line.glossaryGuid,
    Name: line => line.name,
    GlossaryName: line => line.glossaryName,
    ShortDescription: line => line.shortDescription,
    LongDescription: line => line.longDescription,
    Status: line => line.status,
    Classifications: line => line.classifications,
    CustomAttributes: line => line.customAttributes,
    RelatedCategoriesOrParent: line => line.related,
    QualifiedName: line => line.qualifiedName,
    EntityStatus: () => 'ACTIVE',
    Examples: line => joinCell(line.examples, '|'),
    Abbreviation: line => line.abbreviation,
    Usage: line => line.usage,
    ...Object.fromEntries(
      relationColumns.map(({column, field}) => [
        column,
        (line: GlossaryLine) => termsCell(line, field),
      ]),
    ),
  },
};

/**
 * Body of POST /glossary/download/create_file.
 * @throws JsonError for a wrong shape, BAD_REQUEST for a word that is not known
 */
export function readGlossaryExport(json: unknown): GlossaryExport {
  const map = mapAt(json, '');
  const mode = wordOf(map['mode'], 'mode', ['AUDIT', 'IMPORT_COMPATIBLE'], 'AUDIT');
  const format = wordOf(map['format'], 'format', ['CSV', 'XLSX']);
  const kinds = kindsOf(map['recordType'], 'recordType');
  if (mode === 'IMPORT_COMPATIBLE' && !kinds.includes('TERM')) {
    throw new AppError('BAD_REQUEST', [
      'categories cannot be imported: IMPORT_COMPATIBLE needs recordType ALL or TERM',
    ]);
  }
  const one = optionalText(map['glossaryGuid'], 'glossaryGuid') ?? '';
  const many = map['glossaryGuids'] ?? [];
  if (!Array.isArray(many)) throw wrongShape('glossaryGuids', 'an array');
  const guids = [one, ...many.map((guid, i) => optionalText(guid, `glossaryGuids[${i}]`) ?? '')];
  const search: GlossarySearch = {
    kinds: mode === 'AUDIT' ? kinds : ['TERM'],
    glossaryGuids: [...new Set(guids.filter(guid => guid !== ''))],
    glossaryName: '',
    status: optionalText(map['statusContains'], 'statusContains') ?? '',
    classification: optionalText(map['classificationContains'], 'classificationContains') ?? '',
    query: optionalText(map['searchQuery'], 'searchQuery') ?? '',
    sortBy: orderOf(map['sortBy']),
    descending: isDescending(map['sortOrder']),
    offset: 0,
    limit: 0,
  };
  return {kind: 'GLOSSARY', format: format === 'CSV' ? 'csv' : 'xlsx', mode, search};
}

/**
 * Its header and a row for each line. @throws BAD_REQUEST for a text that a spreadsheet would cut
 */
export function glossaryTable(wanted: GlossaryExport, lines: readonly GlossaryLine[]): string[][] {
  const described = Object.entries(columns[wanted.mode]);
  const cellOf = (line: GlossaryLine, [column, read]: (typeof described)[number]): string => {
    const cell = read(line);
    if (wanted.format === 'csv' || cell.length <= maxXlsxCell) return cell;
    const reason = `${column} of ${line.qualifiedName} has more than ${maxXlsxCell} characters, which XLSX cannot hold: use CSV`;
    throw new AppError('BAD_REQUEST', [reason]);
  };
  return [
    described.map(([name]) => name),
    ...lines.map(line => described.map(column => cellOf(line, column))),
  ];
}

function attributesCell({additionalAttributes}: GlossaryLine): string {
  return joinCell(
    Array.from(additionalAttributes, ([name, value]) => `${joinCell([name, ''], ':')}${value}`),
    '|',
  );
}

function termsCell({relations}: GlossaryLine, field: string): string {
  const names = (relations.get(field) ?? []).map(({glossary, term}) =>
    joinCell([glossary, term], ':'),
  );
  return joinCell(names.sort(), '|');
}

function wordOf<const Word extends string>(
  json: unknown,
  name: string,
  words: readonly Word[],
  usual?: Word,
): Word {
  const given = optionalText(json, name) ?? '';
  const word = given === '' ? usual : words.find(one => one === given);
  if (word === undefined)
    throw new AppError('BAD_REQUEST', [`${name} must be ${words.join(' or ')}, not ${given}`]);
  return word;
}
