import type {ColumnName, Meaning} from '@gazetteer/sql';
import {problemText} from '@gazetteer/ui';
import {describeQuery, functionQuery, queries, statsQuery, tableQuery} from '../api/queries.ts';
import {valuesQuery} from '../assist/column-values.ts';
import {cardLines} from '../catalog/card-lines.ts';
import classes from './known-card.module.css';

type Shown = Exclude<Meaning, {kind: 'database' | 'variable'}>;

/** Columns that a card lists; who wants all opens the details. */
const maxColumns = 12;
const maxDescription = 900;
/** Values of a column that a card lists. */
const maxValues = 8;
/** Properties that servers keep of a table, in the words of people. */
const facts: Readonly<Record<string, string>> = {
  numRows: 'rows',
  totalSize: 'bytes',
  numFiles: 'files',
};

/**
 * What is known of a name: at once what the text tells, the rest as soon as the engine has told.
 * Made of elements and not of React: the library of the editor draws it, outside of the page's
 * tree. All texts are put in as texts, since comments of tables come from anybody.
 */
export function cardOf(meaning: Shown, engine: string, dialect: string): HTMLElement {
  const card = box(`cm-card ${classes['card']}`);
  switch (meaning.kind) {
    case 'table':
      card.append(head(meaning.path.join('.'), 'table'));
      void fillTable(card, engine, meaning.path);
      card.append(fromCatalog(engine, meaning.path));
      break;
    case 'column': {
      const {column, of, table} = meaning;
      card.append(head(column.name, column.type));
      card.append(line(`${column.isPartition === true ? 'Partition' : 'Column'} of ${of}`));
      if (column.comment !== '') card.append(line(column.comment));
      if (table !== undefined)
        card.append(
          fromCatalog(engine, table, column.name),
          ...valuesOf(engine, dialect, table, column.name),
          onDemand('Load statistics', () => figuresOf(engine, table, column.name)),
        );
      break;
    }
    case 'query':
      card.append(
        head(meaning.name, meaning.made ?? (meaning.columns.length > 0 ? 'query' : 'expression')),
      );
      if (meaning.made !== undefined) card.append(line('Created by this text'));
      card.append(...columnLines(meaning.columns));
      break;
    case 'function':
      card.append(head(meaning.name, 'function'));
      if (meaning.described === undefined) void fillFunction(card, engine, meaning.name);
      else card.append(...meaning.described.split('\n').map(line));
      break;
  }
  return card;
}

/**
 * Columns first: they are in the memory of the page mostly, while figures are asked of the server.
 */
async function fillTable(
  card: HTMLElement,
  engine: string,
  [database, table]: readonly [string, string],
): Promise<void> {
  const [columns, described] = [box(), box()];
  card.append(described, columns);
  try {
    const found = await queries.fetchQuery(tableQuery(engine, database, table));
    const partitions = new Set(found.partition_keys.map(({name}) => name));
    if (found.comment !== '') described.append(line(found.comment));
    columns.append(
      ...columnLines(
        found.extended_columns.map(one => ({...one, isPartition: partitions.has(one.name)})),
      ),
    );
    const {details, is_view: isView} = await queries.fetchQuery(
      describeQuery(engine, database, table),
    );
    const known = Object.entries(facts).flatMap(([name, what]) => {
      const value = Number(details.stats[name]);
      return value > 0 ? [`${value.toLocaleString()} ${what}`] : [];
    });
    described.append(...(isView ? [line('View')] : []));
    if (known.length > 0) described.append(line(known.join(' · ')));
  } catch (error) {
    columns.append(line(problemText(error)));
  }
}

/** What the catalog knows, as soon as it has told; where it is away the card stands without. */
function fromCatalog(
  engine: string,
  table: readonly [string, string],
  column?: string,
): HTMLElement {
  const place = box();
  cardLines(engine, table, column).then(
    lines => place.append(...lines),
    (error: unknown) => place.append(line(problemText(error))),
  );
  return place;
}

async function fillFunction(card: HTMLElement, engine: string, name: string): Promise<void> {
  try {
    const {signature, description} = await queries.fetchQuery(functionQuery(engine, name));
    const text = description.startsWith(signature) ? description : `${signature}\n${description}`;
    card.append(
      line(text.trim() === '' ? 'No documentation available' : text.slice(0, maxDescription)),
    );
  } catch (error) {
    card.append(line(problemText(error)));
  }
}

function columnLines(columns: readonly ColumnName[]): HTMLElement[] {
  const lines = columns.slice(0, maxColumns).map(({name, type, comment, isPartition}) => {
    const row = box(classes['column']);
    const kind = document.createElement('small');
    kind.textContent = [type, ...(isPartition === true ? ['partition'] : [])].join(' · ');
    row.append(name, ' ', kind);
    if (comment !== '') row.title = comment;
    return row;
  });
  const more = columns.length - maxColumns;
  return more > 0 ? [...lines, line(`and ${more.toLocaleString()} more columns`)] : lines;
}

/**
 * Values of a column: at once of a table of the embedded engine, which has them beside it; others
 * read the table or run the query of a view, which is done for people who ask.
 */
function valuesOf(
  engine: string,
  dialect: string,
  [database, table]: readonly [string, string],
  column: string,
): HTMLElement[] {
  const tell = async () => {
    const {values, isAll} = await queries.fetchQuery(valuesQuery(engine, database, table, column));
    const first = values.slice(0, maxValues).join(', ');
    if (values.length === 0) return 'No values';
    if (!isAll) return `For example ${first}`;
    return values.length > maxValues ? `${values.length} values: ${first}, …` : `Values: ${first}`;
  };
  if (dialect !== 'duckdb') return [onDemand('Load values', tell)];
  const place = box();
  const request = onDemand('Load values', tell);
  void (async () => {
    try {
      const described = await queries.fetchQuery(describeQuery(engine, database, table));
      place.append(described.is_view ? request : line(await tell()));
    } catch {
      // Nobody has asked yet: who does is told what is wrong.
      place.append(request);
    }
  })();
  return [place];
}

/**
 * A button whose place is taken by what it has found. For what costs the engine work: a mouse that
 * passes over a name should not start a job.
 */
function onDemand(label: string, tell: () => Promise<string>): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-button';
  button.textContent = label;
  button.addEventListener('click', () => {
    const told = line('Loading…');
    button.replaceWith(told);
    void tellIn(told, tell);
  });
  return button;
}

async function tellIn(place: HTMLElement, tell: () => Promise<string>): Promise<void> {
  try {
    place.textContent = await tell();
  } catch (error) {
    place.textContent = problemText(error);
  }
}

/** Some engines read the table for them. */
async function figuresOf(
  engine: string,
  [database, table]: readonly [string, string],
  column: string,
): Promise<string> {
  const stats = await queries.fetchQuery(statsQuery(engine, database, table, column));
  const known = stats.filter(([, value]) => value !== '');
  return (
    known.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(' · ') ||
    'No statistics available'
  );
}

function head(name: string, kind: string): HTMLElement {
  const row = box('cm-card-head');
  const strong = document.createElement('strong');
  strong.textContent = name;
  const small = document.createElement('small');
  small.textContent = kind;
  row.append(strong, ' ', small);
  return row;
}

function line(text: string): HTMLElement {
  const row = box();
  row.dir = 'auto';
  row.textContent = text;
  return row;
}

function box(className = ''): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  return element;
}
