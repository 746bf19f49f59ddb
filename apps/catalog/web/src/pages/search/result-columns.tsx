// The columns of results, each with how it is asked for, drawn and written to a file, in one place:
// a column that is on the page is also in the file.
import {Badge, Group, Text} from '@mantine/core';
import {type Column, When} from '@gazetteer/ui';
import type {AttributeDef} from '@gazetteer/model';
import {Link} from '@tanstack/react-router';
import {AssetLink} from '../../entity/asset-link.tsx';
import {allEntityTypes, type TypeIndex} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {businessMetadataOf} from '../../entity/business-metadata.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {attributeLabels} from '../../entity/display-name.ts';
import {nameOf} from '../../entity/name-of.ts';
import {TermBadge} from '../../entity/term-badge.tsx';
import {TrustBadges} from '../../entity/trust-badges.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {ValueView} from '../../entity/value-view.tsx';
import {columnsOf, type SearchLink, searchLink} from './search-link.ts';
import {MatchNote, SoughtText} from './sought.tsx';
import classes from './search.module.css';

export type ResultColumn = Column<EntityHeader> & {
  /** Has to be asked for; headers have the others anyway. */
  readonly attribute?: string;
  /** Plain text for a file. */
  readonly text: (entity: EntityHeader) => unknown;
};

const attribute = (name: string) => (entity: EntityHeader) => entity.attributes[name] ?? '';

/** What everybody looks at; together they fit a usual screen. */
const fixed: readonly ResultColumn[] = [
  {
    id: 'name',
    header: 'Name',
    width: 222,
    isSortable: true,
    cell: entity => <NameCell entity={entity} />,
    text: nameOf,
  },
  {
    id: 'typeName',
    header: 'Type',
    width: 115,
    cell: entity => <TypeCell entity={entity} />,
    text: entity => entity.typeName,
  },
  {
    id: 'classifications',
    header: 'Classifications',
    width: 138,
    cell: entity => <ClassificationsCell entity={entity} />,
    text: entity => (entity.classificationNames ?? []).join(', '),
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 112,
    isSortable: true,
    cell: entity => <OwnerCell owner={attribute('owner')(entity)} />,
    text: attribute('owner'),
  },
  {
    id: 'description',
    header: 'Description',
    width: 136,
    isSortable: true,
    cell: entity => (
      <span
        dir="auto"
        className={classes['clamp']}
        title={String(attribute('description')(entity))}
      >
        <SoughtText text={String(attribute('description')(entity))} />
      </span>
    ),
    text: attribute('description'),
  },
  {
    id: 'terms',
    header: 'Terms',
    width: 95,
    cell: entity => <TermsCell entity={entity} />,
    text: entity => (entity.meaningNames ?? []).join(', '),
  },
];
/** Of every entity; the rest depends on the type. */
const optional: readonly ResultColumn[] = [
  {
    id: 'qualifiedName',
    header: 'Qualified name',
    technical: 'qualifiedName',
    width: 280,
    isSortable: true,
    cell: entity => <ValueView value={attribute('qualifiedName')(entity)} />,
    text: attribute('qualifiedName'),
  },
  {
    id: 'createTime',
    header: 'Created (source)',
    technical: 'createTime',
    width: 190,
    isSortable: true,
    cell: entity => <When ms={Number(attribute('createTime')(entity))} />,
    text: attribute('createTime'),
  },
  {
    id: 'guid',
    header: 'GUID',
    width: 290,
    cell: entity => (
      <Text span size="xs" ff="monospace">
        {entity.guid}
      </Text>
    ),
    text: entity => entity.guid,
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    cell: entity => entity.status.toLowerCase(),
    text: entity => entity.status,
  },
  {
    id: 'labels',
    header: 'Labels',
    width: 150,
    cell: entity => (entity.labels ?? []).join(', '),
    text: entity => (entity.labels ?? []).join(', '),
  },
];
/** Attributes of the system, which the server sorts by as well. */
const system: readonly (readonly [string, string, 'date' | 'text'])[] = [
  ['__timestamp', 'Created', 'date'],
  ['__modificationTimestamp', 'Updated', 'date'],
  ['__createdBy', 'Created by', 'text'],
  ['__modifiedBy', 'Updated by', 'text'],
];
/** Columns of somebody who has chosen none. */
export const defaultColumns: readonly string[] = fixed.map(column => column.id);

/** Every column that results of the search can have. */
export function allColumns(link: SearchLink, types: TypeIndex): readonly ResultColumn[] {
  const known = new Set([...fixed, ...optional].map(column => column.id));
  const names = (link.type ?? '').split(',').filter(name => name !== '' && name !== allEntityTypes);
  const own = new Map(
    names.flatMap(name => {
      const labelOf = attributeLabels(types, name);
      return types
        .attributesOf(name)
        .map(def => [def.name, ofDef(def, labelOf(def.name))] as const);
    }),
  );
  return [
    ...fixed,
    ...optional,
    ...system.map(([name, header, kind]) => attributeColumn(name, header, kind === 'date')),
    // Name, owner and the like have columns with more in them than a value.
    ...[...own.values()].filter(column => !known.has(column.id)),
    ...names
      .flatMap(name => businessMetadataOf(types, name))
      .flatMap(([group, defs]) => defs.map(def => businessColumn(group, def))),
  ];
}

/**
 * Columns as the address lists them. A link may name one that this search cannot have; when it
 * names none that it can, all are as usual.
 */
export function chosenColumns(link: SearchLink, types: TypeIndex): readonly ResultColumn[] {
  const byId = new Map(allColumns(link, types).map(column => [column.id, column]));
  // In the address, so a link shows a colleague the same table.
  const chosen = (columnsOf(link) ?? defaultColumns).flatMap(id => byId.get(id) ?? []);
  return chosen.length === 0 ? fixed : chosen;
}

/**
 * What the server must be asked for so that these columns have values: results are headers, which
 * have few by themselves.
 */
export function attributesToAsk(columns: readonly ResultColumn[]): readonly string[] {
  return columns.flatMap(column => column.attribute ?? []);
}

function ofDef(def: AttributeDef, label: string): ResultColumn {
  return {...attributeColumn(def.name, label, def.typeName === 'date'), technical: def.name};
}

/** Answered under `Name.attribute`; not sorted by. */
function businessColumn(group: string, def: AttributeDef): ResultColumn {
  const {isSortable: _no, ...column} = attributeColumn(
    `${group}.${def.name}`,
    `${group}: ${def.displayName ?? def.name}`,
    def.typeName === 'date',
  );
  return column;
}

function attributeColumn(name: string, header: string, isDate: boolean): ResultColumn {
  return {
    id: name,
    header,
    attribute: name,
    isSortable: true,
    cell: entity => {
      const value = entity.attributes[name];
      return isDate && (typeof value === 'number' || typeof value === 'string') ? (
        <When ms={Number(value)} />
      ) : (
        <ValueView value={value} />
      );
    },
    text: attribute(name),
  };
}

function NameCell({entity}: {entity: EntityHeader}) {
  const name = nameOf(entity);
  const qualifiedName = entity.attributes['qualifiedName'];
  return (
    <div className={classes['name']}>
      <TypeIcon typeName={entity.typeName} />
      <div>
        <AssetLink guid={entity.guid} className={classes['link']} title={name}>
          <SoughtText text={name} />
        </AssetLink>
        {entity.status === 'DELETED' && (
          <Badge size="xs" color="red.8" ms={6}>
            deleted
          </Badge>
        )}
        {entity.isIncomplete === true && (
          <Badge size="xs" color="orange.9" ms={6}>
            incomplete
          </Badge>
        )}
        <TrustBadges entity={entity} />
        {/* Some types have no other name. */}
        {typeof qualifiedName === 'string' && qualifiedName !== '' && qualifiedName !== name && (
          <div className={classes['sub']}>
            <SoughtText text={qualifiedName} />
          </div>
        )}
        <MatchNote entity={entity} />
      </div>
    </div>
  );
}

function OwnerCell({owner}: {owner: unknown}) {
  return typeof owner === 'string' && owner !== '' ? (
    <SoughtText text={owner} />
  ) : (
    <ValueView value={owner} />
  );
}

function TypeCell({entity}: {entity: EntityHeader}) {
  return (
    <Link
      to="/search/searchResult"
      search={searchLink({type: entity.typeName})}
      className={classes['quiet']}
    >
      <TypeLabel name={entity.typeName} />
    </Link>
  );
}

function ClassificationsCell({entity}: {entity: EntityHeader}) {
  const names = entity.classificationNames ?? [];
  // Names come as a list; which of them are propagated is in the details.
  const propagated = new Set(
    (entity.classifications ?? [])
      .filter(one => one.entityGuid !== undefined && one.entityGuid !== entity.guid)
      .map(one => one.typeName),
  );
  return (
    <Group gap={4} display="inline-flex">
      {names.map(name => (
        <ClassificationBadge key={name} name={name} isPropagated={propagated.has(name)} />
      ))}
    </Group>
  );
}

function TermsCell({entity}: {entity: EntityHeader}) {
  return (
    <Group gap={4} display="inline-flex">
      {(entity.meanings ?? []).map(meaning => (
        <TermBadge key={meaning.termGuid} meaning={meaning} />
      ))}
    </Group>
  );
}
