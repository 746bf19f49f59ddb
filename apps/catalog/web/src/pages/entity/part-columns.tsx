import {Badge, Group} from '@mantine/core';
import type {Column} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {AssetLink} from '../../entity/asset-link.tsx';
import type {TypeIndex} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {attributeLabels} from '../../entity/display-name.ts';
import {nameOf} from '../../entity/name-of.ts';
import {TermBadge} from '../../entity/term-badge.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {ValueView} from '../../entity/value-view.tsx';
import {PartText} from './part-text.tsx';
import classes from './entity.module.css';

/** Shown by columns of their own, or by the order of the rows. */
const shownElsewhere: ReadonlySet<string> = new Set([
  'name',
  'description',
  'userDescription',
  'comment',
  'position',
  'ordinalPosition',
]);
/** By name, since each source calls the type of a column otherwise. */
const dataType = /^data_?type$|^type$/i;

/**
 * Attributes that parts of the type are described by, as its option `schemaAttributes` says, else
 * by their usual names.
 */
function describing(types: TypeIndex, typeName: string): readonly string[] {
  const known = new Set(types.attributesOf(typeName).map(def => def.name));
  const told = types
    .lineOf(typeName)
    .map(def => listOf(def.options?.['schemaAttributes']))
    .find(names => names.length > 0);
  const usual = ['type', 'dataType', 'data_type', 'owner'];
  return [...new Set((told ?? usual).map(name => name.trim()))].filter(name => known.has(name));
}

/** What has to be asked for of them. */
export function partAttributes(types: TypeIndex, typeName: string): string[] {
  return [
    ...new Set([...describing(types, typeName), 'description', 'userDescription', 'comment']),
  ];
}

type Lineage = Readonly<Record<string, {upstream: number; downstream: number}>>;

type PartColumns = {
  readonly types: TypeIndex;
  readonly typeName: string;
  readonly rows: readonly EntityHeader[];
  /** Of rows that have any. */
  readonly lineage: Lineage;
  /** Whether the parts are columns: all of one type, with data types. */
  readonly isColumns: boolean;
};

/**
 * What people look for first comes first: names, types, what it is about, and what is sensitive.
 * What nobody has filled in takes no place.
 */
export function partColumns({
  types,
  typeName,
  rows,
  lineage,
  isColumns,
}: PartColumns): readonly Column<EntityHeader>[] {
  const labelOf = attributeLabels(types, typeName);
  const names = describing(types, typeName);
  const isFilled = (name: string) => rows.some(({attributes}) => (attributes[name] ?? '') !== '');
  const values = (wanted: readonly string[]): Column<EntityHeader>[] =>
    wanted.map(name => ({
      id: name,
      header: labelOf(name),
      technical: name,
      width: dataType.test(name) ? 130 : 100,
      isSortable: true,
      cell: row => <ValueView value={row.attributes[name]} />,
    }));
  // The server sorts by what all parts have.
  const isSorted = types.attributesOf(typeName).some(def => def.name === 'name');
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      isSortable: isSorted,
      cell: row => <NameCell row={row} isColumn={isColumns} />,
    },
    ...values(names.filter(name => dataType.test(name) && isColumns)),
    ...(isColumns ? [] : [typeColumn]),
    {
      id: 'about',
      header: 'Description',
      width: 260,
      isWide: true,
      cell: row => <PartText row={row} />,
    },
    {
      id: 'classifications',
      header: 'Classifications',
      width: 150,
      cell: row => <Classifications row={row} />,
    },
    {
      id: 'terms',
      header: 'Terms',
      width: 130,
      cell: row => (
        <Group gap={4}>
          {row.meanings?.map(meaning => (
            <TermBadge key={meaning.termGuid} meaning={meaning} />
          ))}
        </Group>
      ),
    },
    ...(Object.keys(lineage).length === 0
      ? []
      : [
          {
            id: 'lineage',
            header: 'Lineage',
            width: 110,
            cell: (row: EntityHeader) => <LineageCell guid={row.guid} counts={lineage[row.guid]} />,
          },
        ]),
    ...values(
      names.filter(
        name => !shownElsewhere.has(name) && !(dataType.test(name) && isColumns) && isFilled(name),
      ),
    ),
  ];
}

const typeColumn: Column<EntityHeader> = {
  id: 'typeName',
  header: 'Type',
  width: 140,
  cell: row => <TypeLabel name={row.typeName} />,
};

function NameCell({row, isColumn}: {row: EntityHeader; isColumn: boolean}) {
  return (
    <Group gap={6} wrap="nowrap">
      {!isColumn && <TypeIcon typeName={row.typeName} />}
      <AssetLink guid={row.guid} className={classes['partName']} title={nameOf(row)}>
        <bdi>{nameOf(row)}</bdi>
      </AssetLink>
      {row.status === 'DELETED' && (
        <Badge size="xs" color="red.8">
          deleted
        </Badge>
      )}
    </Group>
  );
}

/** Once each, and as attached here where both is the case. */
function Classifications({row}: {row: EntityHeader}) {
  const {guid, classifications = []} = row;
  const own = new Set(
    classifications.filter(one => (one.entityGuid ?? guid) === guid).map(one => one.typeName),
  );
  const names = [...new Set(classifications.map(one => one.typeName))];
  return (
    <Group gap={4}>
      {names.map(name => (
        <ClassificationBadge key={name} name={name} isPropagated={!own.has(name)} />
      ))}
    </Group>
  );
}

/** Options hold lists as JSON text. */
function listOf(text: string | undefined): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

/** How many processes write and read it; leads to its lineage. */
function LineageCell({guid, counts}: {guid: string; counts: Lineage[string] | undefined}) {
  if (counts === undefined) return null;
  const parts = [
    ...(counts.upstream === 0 ? [] : [`${counts.upstream.toLocaleString()} in`]),
    ...(counts.downstream === 0 ? [] : [`${counts.downstream.toLocaleString()} out`]),
  ];
  return (
    <Link to="/detailPage/$guid" params={{guid}} search={{tabActive: 'lineage'}}>
      {parts.join(', ')}
    </Link>
  );
}
