import {Badge, Group, TextInput} from '@mantine/core';
import {type Column, DataTable, EmptyState} from '@gazetteer/ui';
import {Link, useNavigate} from '@tanstack/react-router';
import {Columns3, Filter} from 'lucide-react';
import {useDeferredValue, useMemo, useState} from 'react';
import {useTypes} from '../../api/type-index.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {isReference, ValueView} from '../../entity/value-view.tsx';
import {schemaOf} from './schema.ts';
import type {TabProps} from './tab-props.ts';

type Row = Pick<Entity, 'guid' | 'typeName' | 'status' | 'attributes' | 'classifications'>;

/** What the entity is made of, such as the columns of a table. */
export function SchemaTab({entity, referred}: TabProps) {
  const types = useTypes();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const schema = schemaOf(entity.typeName, types);
  const rows = useMemo(() => rowsOf(entity, schema?.attribute ?? '', referred), [entity, schema?.attribute, referred]);
  const shown =
    wanted === '' ? rows : rows.filter(row => JSON.stringify(row.attributes).toLowerCase().includes(wanted));
  if (rows.length === 0) return <EmptyState title="No columns" icon={<Columns3 size={40} strokeWidth={1.5} />} />;
  // What nobody has filled in takes no place.
  const isKnown = (name: string) => rows.some(({attributes}) => (attributes[name] ?? '') !== '');
  // What people look for first comes first: names, types, and what is sensitive.
  const first = schema?.columns.filter(name => /^(data)?type$/i.test(name)) ?? [];
  const columns: Column<Row>[] = [
    {id: 'name', header: 'Name', width: 190, cell: row => <NameCell row={row} />},
    ...columnsOf(first),
    {
      id: 'classifications',
      header: 'Classifications',
      width: 150,
      cell: row => (
        <Group gap={4}>
          {(row.classifications ?? []).map((one, n) => (
            <ClassificationBadge
              key={n}
              name={one.typeName}
              isPropagated={one.entityGuid !== undefined && one.entityGuid !== row.guid}
            />
          ))}
        </Group>
      ),
    },
    ...columnsOf(schema?.columns.filter(name => name !== 'name' && !first.includes(name) && isKnown(name)) ?? []),
  ];
  return (
    <>
      {rows.length > 8 && (
        <TextInput
          mb="sm"
          maw={320}
          aria-label="Filter the schema"
          placeholder={`Filter ${rows.length.toLocaleString()} rows`}
          leftSection={<Filter size={14} />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
      <DataTable
        label="Schema"
        name={`schema.${entity.typeName}`}
        columns={columns}
        rows={shown}
        rowKey={row => row.guid}
        stateOf={row => row.status.toLowerCase()}
        onOpen={row => void navigate({to: '/detailPage/$guid', params: {guid: row.guid}})}
        maxHeight="65vh"
      />
    </>
  );
}

const widths: Readonly<Record<string, number>> = {comment: 190, description: 190, position: 80};

function columnsOf(names: readonly string[]): Column<Row>[] {
  return names.map(name => ({
    id: name,
    header: name,
    width: widths[name] ?? 110,
    cell: row => <ValueView value={row.attributes[name]} />,
  }));
}

function NameCell({row}: {row: Row}) {
  return (
    <>
      <Link to="/detailPage/$guid" params={{guid: row.guid}}>
        <bdi>{nameOf(row)}</bdi>
      </Link>
      {row.status === 'DELETED' && (
        <Badge size="xs" color="red.8" ms={6}>
          deleted
        </Badge>
      )}
    </>
  );
}

/** In their order, where they have one. */
function rowsOf(entity: Entity, attribute: string, referred: TabProps['referred']): readonly Row[] {
  const related = entity.relationshipAttributes?.[attribute] ?? entity.attributes[attribute];
  const references = (Array.isArray(related) ? related : [related]).filter(isReference);
  const position = (row: Row) => Number(row.attributes['position'] ?? row.attributes['ordinalPosition'] ?? 0);
  return references.map(one => rowOf(one, referred)).toSorted((a, b) => position(a) - position(b));
}

function rowOf(reference: ObjectRef, referred: TabProps['referred']): Row {
  const {guid, typeName} = reference;
  const whole = referred[guid];
  if (whole !== undefined) return whole;
  const status = reference.entityStatus === 'DELETED' ? 'DELETED' : 'ACTIVE';
  return {guid, typeName, status, attributes: {name: reference.displayText ?? guid}};
}
