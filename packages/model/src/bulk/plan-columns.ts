import {planLabels} from '../entity/annotations.ts';
import {planBusinessUpdate} from '../entity/plan-business.ts';
import {planClassifications} from '../entity/plan-classifications.ts';
import {mergeChanges} from '../entity/plan-delete.ts';
import {type Attributes, type ChangeSet, type EntityRecord, type Guid} from '../entity/record.ts';
import {AppError} from '../error.ts';
import {splitCell} from '../glossary/listed-cells.ts';
import {
  attributeValue,
  businessOf,
  checked,
  planClassification,
  planTerms,
  updated,
  withBusiness,
  type BulkRules,
  type BulkState,
  type Held,
} from './bulk-parts.ts';

/**
 * Columns that hold several values each; all others are attributes of types or `<group>.<name>`.
 */
export const listedColumns = ['classifications', 'terms', 'labels'] as const;

/** Values by column; what a table says of one entity, or what an entity has there. */
type Values = Readonly<Record<string, unknown>>;
type Assigned = Held['TERMS'];
type Carried = Readonly<Record<string, NonNullable<Held['CLASSIFICATION']>>>;

/** The part of an entity that the columns of a table are about. */
export function columnsHeld(
  columns: readonly string[],
  {record, classifications, assignments}: BulkState,
): Values {
  const valueOf = (column: string): unknown => {
    switch (column) {
      case 'classifications':
        return Object.fromEntries(
          classifications.map(({entityGuid: _guid, typeName, ...rest}) => [typeName, rest]),
        ) satisfies Carried;
      case 'terms':
        return Object.fromEntries(
          assignments.map(edge => [edge.end1, edge.attributes ?? {}]),
        ) satisfies Assigned;
      case 'labels':
        return [...(record.labels ?? [])].sort();
      default: {
        const path = businessPath(column);
        return path === undefined
          ? (record.attributes[column] ?? null)
          : (record.businessAttributes?.[path[0]]?.[path[1]] ?? null);
      }
    }
  };
  return Object.fromEntries(columns.map(column => [column, valueOf(column)]));
}

/**
 * What the columns hold once the cells of a row are taken in. An empty cell leaves its column as it
 * is or, where `clears`, empties it.
 * @throws AppError when the entity cannot have it
 */
export function columnsWanted(
  cells: ReadonlyMap<string, string>,
  state: BulkState,
  rules: BulkRules,
  clears: boolean,
): Values {
  const held = columnsHeld([...cells.keys()], state);
  const business: Record<string, Record<string, unknown>> = {};
  const wanted = Array.from(cells, ([column, cell]): [string, unknown] => {
    if (cell === '' && !clears) return [column, held[column]];
    const path = businessPath(column);
    if (path === undefined) return [column, valueOf(column, cell, held, state, rules)];
    (business[path[0]] ??= {})[path[1]] = businessCell(rules, path, cell);
    return [column, undefined];
  });
  const {types, planning} = rules;
  const described =
    Object.keys(business).length === 0
      ? {}
      : businessOf(business, planBusinessUpdate(types, state.record, business, false, planning));
  return Object.fromEntries(
    wanted.map(([column, value]) => {
      const path = value === undefined ? businessPath(column) : undefined;
      return [column, path === undefined ? value : (described[path[0]]?.[path[1]] ?? null)];
    }),
  );
}

function valueOf(
  column: string,
  cell: string,
  held: Values,
  state: BulkState,
  rules: BulkRules,
): unknown {
  switch (column) {
    case 'classifications':
      return carriedAfter(pieces(cell), held[column] as Carried, state, rules);
    case 'terms':
      return termsAfter(pieces(cell), held[column] as Assigned, rules);
    case 'labels':
      return [...planLabels(pieces(cell), rules.planning.limits)].sort();
    default:
      return attributeValue(rules.types, state.record, {
        name: column,
        value: cell === '' ? null : cell,
      });
  }
}

/** Those that are there keep what is said of them. */
function carriedAfter(
  names: readonly string[],
  held: Carried,
  {record}: BulkState,
  {types}: BulkRules,
): Carried {
  const type = types.entityType(record.typeName);
  const added = names
    .filter(name => held[name] === undefined)
    .map(typeName => ({typeName: types.classificationType(typeName).name, attributes: {}}));
  const planned = checked(issues =>
    planClassifications(types, record.guid, type, added, issues, []),
  );
  const fresh = new Map(
    planned.map(({entityGuid: _guid, typeName, ...rest}) => [typeName, rest] as const),
  );
  return Object.fromEntries(
    names.flatMap(name => {
      const one = held[name] ?? fresh.get(name);
      return one === undefined ? [] : [[name, one]];
    }),
  );
}

function termsAfter(names: readonly string[], held: Assigned, {terms}: BulkRules): Assigned {
  const byName = new Map<string, Guid>(
    Array.from(terms.values(), ({guid, attributes}) => [String(attributes['qualifiedName']), guid]),
  );
  return Object.fromEntries(
    names.map(name => {
      const guid = byName.get(name);
      if (guid === undefined)
        throw new AppError('INVALID_PARAMETERS', [`there is no term ${name}`]);
      return [guid, held[guid] ?? {}];
    }),
  );
}

/** Terms that cells name, by their qualified names. */
export function termNames(cells: ReadonlyMap<string, string>): string[] {
  return pieces(cells.get('terms') ?? '');
}

/** Gives the columns these values, which `columnsHeld` or `columnsWanted` have made. */
export function planColumns(state: BulkState, value: Values, rules: BulkRules): ChangeSet {
  const {record} = state;
  const after = updated(record, recordWith(record, value), rules.planning);
  const parts = [
    ...(value['classifications'] === undefined
      ? []
      : planCarried(state, value['classifications'] as Carried, rules)),
    ...(value['terms'] === undefined
      ? []
      : [
          planTerms(
            state.assignments.map(edge => edge.end1),
            state,
            value['terms'] as Assigned,
            rules,
          ),
        ]),
  ];
  const all = parts.reduce((some, one) => mergeChanges(some, one), after);
  // One that is written needs no mark that something beside it has changed.
  const touched = after.updated.length > 0 ? [] : all.touched.slice(0, 1);
  return {...all, touched};
}

function planCarried(state: BulkState, wanted: Carried, {planning}: BulkRules): ChangeSet[] {
  const held = columnsHeld(['classifications'], state)['classifications'] as Carried;
  const names = new Set([...Object.keys(held), ...Object.keys(wanted)]);
  return [...names]
    .filter(name => JSON.stringify(held[name]) !== JSON.stringify(wanted[name]))
    .map(name => planClassification(name, state, wanted[name] ?? null, planning));
}

function recordWith(record: EntityRecord, value: Values): EntityRecord {
  const attributes: Record<string, unknown> = {...record.attributes};
  const business: Record<string, Record<string, unknown>> = {};
  for (const [column, one] of Object.entries(value)) {
    const path = businessPath(column);
    if (path !== undefined) (business[path[0]] ??= {})[path[1]] = one;
    else if (isListed(column)) continue;
    else if (one === null) delete attributes[column];
    else attributes[column] = one;
  }
  const described = withBusiness({...record, attributes: attributes as Attributes}, business);
  if (value['labels'] === undefined) return described;
  const {labels: _old, ...rest} = described;
  const labels = value['labels'] as string[];
  return labels.length === 0 ? rest : {...rest, labels};
}

function isListed(column: string): boolean {
  return (listedColumns as readonly string[]).includes(column);
}

function businessPath(column: string): [group: string, attribute: string] | undefined {
  const dot = column.indexOf('.');
  return dot <= 0 ? undefined : [column.slice(0, dot), column.slice(dot + 1)];
}

function businessCell({types}: BulkRules, [group, name]: [string, string], cell: string): unknown {
  const attribute = types.businessMetadataTypes.get(group)?.attributes.get(name);
  if (attribute === undefined)
    throw new AppError('INVALID_PARAMETERS', [`there is no business attribute ${group}.${name}`]);
  if (cell === '') return null;
  return attribute.type.kind === 'array' ? pieces(cell) : cell;
}

function pieces(cell: string): string[] {
  const all = splitCell(cell, '|').map(piece => piece.trim());
  return [...new Set(all.filter(piece => piece !== ''))];
}
