import {Group, Switch, TextInput} from '@mantine/core';
import {type Column, DataTable, EmptyState, IconButton, type Sort} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {ChartLine, Search} from 'lucide-react';
import {useMemo, useState} from 'react';
import type {Schemas} from '@gazetteer/client';
import {typeLabel} from '../../entity/display-name.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {searchLink} from '../search/search-link.ts';
import {states, type TypeCount, typeCounts} from './counts.ts';
import classes from './statistics.module.css';

type TypeTableProps = {
  readonly metrics: Schemas['Metrics']['data'];
  readonly onChart: (typeName: string) => void;
};

const whole = new Intl.NumberFormat();

/**
 * Entities by type, as the server counts them; with sub-types each type stands for all below it, so
 * the sum says nothing.
 */
export function TypeTable({metrics, onChart}: TypeTableProps) {
  const [text, setText] = useState('');
  const [withSubTypes, setWithSubTypes] = useState(false);
  const [sort, setSort] = useState<Sort | undefined>({by: 'active', order: 'DESCENDING'});
  const all = useMemo(() => typeCounts(metrics, withSubTypes), [metrics, withSubTypes]);
  const columns = useMemo(() => columnsOf(onChart), [onChart]);
  const rows = useMemo(() => sorted(all, text, sort), [all, text, sort]);
  return (
    <>
      <Group mb="sm">
        <TextInput
          aria-label="Filter types"
          placeholder="Filter types"
          leftSection={<Search size={16} />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Switch
          label="Include subtypes"
          checked={withSubTypes}
          onChange={event => setWithSubTypes(event.currentTarget.checked)}
        />
      </Group>
      {rows.length === 0 ? (
        <EmptyState title={all.length === 0 ? 'No entities yet' : 'No matching types'} />
      ) : (
        <DataTable
          label="Entities by type"
          name="statistics.types"
          columns={columns}
          rows={rows}
          rowKey={row => row.typeName}
          sort={sort}
          onSort={setSort}
          maxHeight="32rem"
        />
      )}
    </>
  );
}

function columnsOf(onChart: (typeName: string) => void): readonly Column<TypeCount>[] {
  return [
    {
      id: 'typeName',
      header: 'Type',
      width: 240,
      isSortable: true,
      cell: ({typeName}) => (
        <Group gap="xs" wrap="nowrap">
          <TypeIcon typeName={typeName} />
          <Link to="/search/searchResult" search={searchLink({type: typeName})}>
            <TypeLabel name={typeName} />
          </Link>
        </Group>
      ),
    },
    ...states.map(({key, label}): Column<TypeCount> => ({
      id: key,
      header: label,
      width: 100,
      isSortable: true,
      align: 'end',
      cell: row => <span className={classes['number']}>{whole.format(row[key])}</span>,
    })),
    {
      // A button and no link: the chart stands on this page.
      id: 'chart',
      header: 'Over time',
      width: 96,
      align: 'end',
      cell: ({typeName}) => (
        <IconButton label={`${typeLabel(typeName)} over time`} onClick={() => onChart(typeName)}>
          <ChartLine size={16} />
        </IconButton>
      ),
    },
  ];
}

function sorted(rows: readonly TypeCount[], text: string, sort: Sort | undefined): TypeCount[] {
  // By both names: people know the one from pages and the other from code.
  const found = rows.filter(({typeName}) =>
    `${typeLabel(typeName)}\n${typeName}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  if (sort === undefined) return found;
  const by = sort.by as keyof TypeCount;
  const sign = sort.order === 'DESCENDING' ? -1 : 1;
  return found.sort((a, b) => {
    const [x, y] = [a[by], b[by]];
    return (
      sign *
      (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)))
    );
  });
}
