import {termRelations} from './glossary-types.ts';
import {splitCell} from './listed-cells.ts';

/**
 * Columns of a table of terms, in the order of its template; they are read by their names when all
 * of these are known.
 */
export const importColumns = [
  'GlossaryName',
  'TermName',
  'ShortDescription',
  'LongDescription',
  'Examples',
  'Abbreviation',
  'Usage',
  'AdditionalAttributes',
  'TranslationTerms',
  'ValidValuesFor',
  'Synonyms',
  'ReplacedBy',
  'ValidValues',
  'ReplacementTerms',
  'SeeAlso',
  'TranslatedTerms',
  'IsA',
  'Antonyms',
  'Classifies',
  'PreferredToTerms',
  'PreferredTerms',
] as const;
type Column = (typeof importColumns)[number];

export type TermName = {readonly glossary: string; readonly term: string};

/** A line of such a table. What in it cannot be understood is told in `problems` and left out. */
export type ImportLine = {
  readonly line: number;
  readonly name: TermName;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly examples: readonly string[];
  readonly abbreviation: string;
  readonly usage: string;
  readonly additionalAttributes: Readonly<Record<string, string>>;
  /** By the field of a term. */
  readonly relations: ReadonlyMap<string, readonly TermName[]>;
  readonly problems: readonly string[];
};

type Row = {readonly line: number; readonly cells: readonly string[]};

/**
 * Lists are written as `a|b`, additional attributes as `key:value|key:value`, terms as
 * `glossary:term|glossary:term`; `splitCell` tells how a separator becomes a part of a value.
 */
export function readImportLines(header: Row, rows: readonly Row[]): ImportLine[] {
  const places = placesOf(header.cells);
  return rows.map(row => readLine(row, column => row.cells[places.get(column) ?? -1] ?? ''));
}

function placesOf(header: readonly string[]): ReadonlyMap<Column, number> {
  const names = header.map(cell => cell.trim().toLowerCase()).filter(cell => cell !== '');
  const known = new Map(importColumns.map(column => [column.toLowerCase(), column]));
  const isNamed =
    names.length > 0 &&
    names.every(name => known.has(name)) &&
    new Set(names).size === names.length;
  return new Map(
    isNamed
      ? header.flatMap((cell, i) => {
          const column = known.get(cell.trim().toLowerCase());
          return column === undefined ? [] : [[column, i]];
        })
      : importColumns.map((column, i) => [column, i]),
  );
}

function readLine({line}: Row, cell: (column: Column) => string): ImportLine {
  const problems: string[] = [];
  const relations = termRelations.map(({field}) => {
    const column = importColumns.find(name => name.toLowerCase() === field.toLowerCase()) as Column;
    return [field, readTermNames(column, cell(column), problems)] as const;
  });
  return {
    line,
    name: {glossary: cell('GlossaryName').trim(), term: cell('TermName').trim()},
    shortDescription: cell('ShortDescription'),
    longDescription: cell('LongDescription'),
    examples: pieces(cell('Examples')),
    abbreviation: cell('Abbreviation'),
    usage: cell('Usage'),
    additionalAttributes: readAttributes(cell('AdditionalAttributes'), problems),
    relations: new Map(relations),
    problems,
  };
}

function readAttributes(text: string, problems: string[]): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const piece of pieces(text)) {
    const [name = '', value] = splitCell(piece, ':', 2).map(one => one.trim());
    if (name !== '' && value !== undefined) attributes[name] = value;
    else problems.push(`AdditionalAttributes needs key:value, not ${piece}`);
  }
  return attributes;
}

/** The last colon parts the names: one in a glossary's name is no matter. */
function readTermNames(column: Column, text: string, problems: string[]): TermName[] {
  return pieces(text).flatMap(piece => {
    const parts = splitCell(piece, ':');
    const name = {glossary: parts.slice(0, -1).join(':').trim(), term: (parts.at(-1) ?? '').trim()};
    if (name.glossary !== '' && name.term !== '') return [name];
    problems.push(`${column} needs glossary:term, not ${piece}`);
    return [];
  });
}

function pieces(text: string): string[] {
  return splitCell(text, '|')
    .map(piece => piece.trim())
    .filter(piece => piece !== '');
}
