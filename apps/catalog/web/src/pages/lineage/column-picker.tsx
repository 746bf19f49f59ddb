import {Group, Select} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {entityQuery} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {columnsOf} from './use-lineage.ts';

/** Guids of a column of either table; null: none is chosen. */
export type ColumnPair = {readonly own: string | null; readonly other: string | null};
export const noColumns: ColumnPair = {own: null, other: null};

type ColumnPickerProps = {
  readonly entity: Entity;
  readonly otherGuid: string;
  readonly isUpstream: boolean;
  readonly value: ColumnPair;
  readonly onChange: (value: ColumnPair) => void;
};

/** Of two tables with columns: between which of these the lineage is; else between the tables. */
export function ColumnPicker({entity, otherGuid, isUpstream, value, onChange}: ColumnPickerProps) {
  const types = useTypes();
  const other = useQuery(entityQuery(otherGuid)).data?.entity;
  const [mine, theirs] = [
    columnsOf(entity, types),
    other === undefined ? [] : columnsOf(other, types),
  ];
  // Without columns on both sides there is no choice to make.
  if (other === undefined || mine.length === 0 || theirs.length === 0) return null;
  const choices = [
    <ColumnSelect
      key="other"
      table={nameOf(other)}
      columns={theirs}
      value={value.other}
      onChange={guid => onChange({...value, other: guid})}
    />,
    <ColumnSelect
      key="own"
      table={nameOf(entity)}
      columns={mine}
      value={value.own}
      onChange={guid => onChange({...value, own: guid})}
    />,
  ];
  return (
    <Group grow align="flex-start">
      {/* In the direction of the data, as the graph draws it. */}
      {isUpstream ? choices : choices.toReversed()}
    </Group>
  );
}

function ColumnSelect({
  table,
  columns,
  value,
  onChange,
}: {
  table: string;
  columns: readonly ObjectRef[];
  value: string | null;
  onChange: (guid: string | null) => void;
}) {
  return (
    <Select
      label={`Column of ${table}`}
      placeholder="The whole table"
      clearable
      clearButtonProps={{'aria-label': 'Clear the column'}}
      searchable
      limit={100}
      data={columns.map(one => ({value: one.guid, label: one.displayText ?? one.guid}))}
      value={value}
      onChange={onChange}
    />
  );
}
