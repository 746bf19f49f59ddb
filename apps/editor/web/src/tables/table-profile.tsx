import {Button, Group, Progress, Table, Text} from '@mantine/core';
import {Problem} from '@gazetteer/ui';
import {ChartNoAxesColumn, X} from 'lucide-react';
import type {Engine, TableDescription} from '../api/wire.ts';
import {allColumns} from '../assist/all-columns.ts';
import {ColumnCells} from '../assist/column-cells.tsx';
import classes from './tables.module.css';
import {type Figures, type Profile, type ProfileState, useProfile} from './use-profile.ts';

type TableProfileProps = {
  readonly engine: Engine;
  readonly path: readonly [database: string, table: string];
  readonly description: TableDescription;
};

/** Columns, and their figures where somebody wants them: the engine reads the table for them. */
export function TableProfile({engine, path: [database, table], description}: TableProfileProps) {
  const {state, begin, cancel} = useProfile(engine.type, database, table);
  const canProfile = engine.features.tableStatements?.includes('profile') === true;
  const profile = state.state === 'done' ? state.profile : undefined;
  const partitions = new Set(description.partition_keys.map(({name}) => name));
  const all = allColumns(description);
  const hasComments = all.some(({comment}) => comment !== '');
  return (
    <>
      {canProfile && <ProfileBar state={state} begin={begin} cancel={cancel} />}
      <Table.ScrollContainer
        minWidth={profile === undefined ? 320 : 720}
        type="native"
        tabIndex={0}
        role="region"
        aria-label="Columns"
      >
        <Table verticalSpacing={4} aria-label="Columns" className={classes['columns']}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Type</Table.Th>
              {hasComments && <Table.Th>Comment</Table.Th>}
              {profile !== undefined && <FigureHeads />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all.map(one => (
              <Table.Tr key={one.name}>
                <ColumnCells
                  column={one}
                  isPartition={partitions.has(one.name)}
                  hasComments={hasComments}
                  className={classes['name']}
                />
                {profile !== undefined && (
                  <FigureCells rows={profile.rows} figures={profile.columns.get(one.name)} />
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function ProfileBar({
  state,
  begin,
  cancel,
}: {
  readonly state: ProfileState;
  readonly begin: () => void;
  readonly cancel: () => void;
}) {
  if (state.state === 'running')
    return (
      <Group mb="sm" role="status">
        <Progress
          value={state.progress ?? 100}
          animated
          striped
          w="12rem"
          aria-label="Working out figures"
        />
        <Text size="sm">Reading the table…</Text>
        <Button size="compact-sm" variant="default" leftSection={<X size={14} />} onClick={cancel}>
          Cancel
        </Button>
      </Group>
    );
  return (
    <Group mb="sm" align="center">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<ChartNoAxesColumn size={14} />}
        onClick={begin}
      >
        {state.state === 'done' ? 'Profile again' : 'Profile columns'}
      </Button>
      {state.state === 'done' ? (
        <Text size="sm">{rowsText(state.profile)}</Text>
      ) : (
        <Text size="sm" c="dimmed">
          Reads the whole table.
        </Text>
      )}
      {state.state === 'failed' && <Problem error={state.error} />}
    </Group>
  );
}

function rowsText({rows, isCut}: Profile): string {
  const count = rows === '1' ? '1 row' : `${grouped(rows)} rows`;
  return isCut ? `${count}; the first 300 columns were looked at` : count;
}

const heads = ['Nulls', 'Distinct', 'Least', 'Greatest', 'Mean'];

function FigureHeads() {
  return heads.map(head => <Table.Th key={head}>{head}</Table.Th>);
}

/**
 * Counts are texts of any length and not numbers: a table may have more rows than a double can
 * count.
 */
function FigureCells({
  rows,
  figures,
}: {
  readonly rows: string;
  readonly figures: Figures | undefined;
}) {
  const filled = figures?.get('filled');
  const nulls =
    filled === undefined || !/^\d+$/.test(filled) || !/^\d+$/.test(rows)
      ? ''
      : nullsText(BigInt(rows) - BigInt(filled), BigInt(rows));
  const distinct = atMost(figures?.get('distinct') ?? '', filled);
  const values = [
    nulls,
    distinct === '' ? '' : `≈\u00A0${grouped(distinct)}`,
    figures?.get('min') ?? '',
    figures?.get('max') ?? '',
    meanText(figures?.get('avg') ?? ''),
  ];
  return values.map((value, n) => (
    <Table.Td key={heads[n]} className={classes['figures']} dir="auto">
      {value.length > 60 ? `${value.slice(0, 60)}…` : value}
    </Table.Td>
  ));
}

/** An estimate may be of more values than there are. */
function atMost(estimate: string, filled: string | undefined): string {
  if (!/^\d+$/.test(estimate) || filled === undefined || !/^\d+$/.test(filled)) return estimate;
  return BigInt(estimate) > BigInt(filled) ? filled : estimate;
}

function nullsText(nulls: bigint, rows: bigint): string {
  if (nulls === 0n) return '0';
  const share = Number((nulls * 1000n) / rows) / 10;
  return `${grouped(String(nulls))} (${share < 0.1 ? '< 0.1' : share}\u00A0%)`;
}

function meanText(mean: string): string {
  const value = Number(mean);
  if (mean === '' || !Number.isFinite(value)) return mean;
  return value.toLocaleString(undefined, {maximumSignificantDigits: 6});
}

/** Whole numbers of any length. */
function grouped(digits: string): string {
  return /^\d+$/.test(digits) ? BigInt(digits).toLocaleString() : digits;
}
