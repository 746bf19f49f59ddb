import {Code, Group, Stack, Table, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {CopyButton, durationText, EmptyState, ErrorState, LoadingState, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ChartNoAxesColumn} from 'lucide-react';
import type {ReactNode} from 'react';
import {usageQuery} from '../../api/queries.ts';
import {AssetLink} from '../../entity/asset-link.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import type {TabProps} from './tab-props.ts';
import {UsageChart} from './usage-chart.tsx';
import {usageText} from './usage-text.ts';

type Usage = Schemas['EntityUsage'];

/** Who queries and writes a table, when, and what of it. */
export function UsageTab({entity: {guid}}: TabProps) {
  const found = useQuery(usageQuery(guid));
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) return <LoadingState />;
  const usage = found.data;
  const isUnused = usage.days.length === 0;
  return (
    <Stack>
      {isUnused ? (
        <EmptyState
          title="No usage in the last 90 days"
          icon={<ChartNoAxesColumn size={40} strokeWidth={1.5} />}
        >
          Statements that are run in the editor, and runs of jobs, are counted here.
        </EmptyState>
      ) : (
        <TitledCard title="Last 90 days">
          <Text size="sm" mb="xs">
            {usageText(usage)}
          </Text>
          <UsageChart days={usage.days} />
        </TitledCard>
      )}
      <LastUse usage={usage} />
      <Actors title="Users" list={(usage.users ?? []).map(one => ({...one, name: one.user}))} />
      <Actors title="Jobs" list={usage.jobs.map(one => ({...one, name: one.job}))} />
      <Columns columns={usage.columns} />
      <Joins joins={usage.joins} />
      <Statements statements={usage.statements} />
    </Stack>
  );
}

/** Both may be longer ago than the days that are counted. */
function LastUse({usage: {lastQuery, lastWrite}}: {usage: Usage}) {
  if (lastQuery === undefined && lastWrite === undefined) return null;
  return (
    <Group gap="lg">
      {lastQuery !== undefined && (
        <Text size="sm">
          Last queried <When ms={lastQuery} isRelative />
        </Text>
      )}
      {lastWrite !== undefined && (
        <Text size="sm">
          Last written <When ms={lastWrite} isRelative />
        </Text>
      )}
    </Group>
  );
}

type Actor = Usage['jobs'][number] & {readonly name: string};

/** People and jobs are shown alike; names of people come only to those who may read them. */
function Actors({title, list}: {title: string; list: readonly Omit<Actor, 'job'>[]}) {
  return (
    <Counted
      title={title}
      heads={['Name', 'Queries', 'Writes', 'Average time', 'Longest time', 'Last use']}
      rows={list.map(one => ({
        key: one.name,
        cells: [
          <bdi key="name">{one.name}</bdi>,
          one.queries.toLocaleString(),
          one.writes.toLocaleString(),
          // A statement that reads and writes counts for both.
          durationText(one.totalTime / Math.max(1, one.queries, one.writes)),
          durationText(one.longestTime),
          <When key="last" ms={one.lastUse} isRelative />,
        ],
      }))}
    />
  );
}

/** Those that statements name, the most used first. */
function Columns({columns}: {columns: Usage['columns']}) {
  return (
    <Counted
      title="Columns"
      heads={['Name', 'Statements', 'Last use']}
      rows={columns.map(({name, uses, lastUse}) => ({
        key: name,
        cells: [
          <bdi key="name">{name}</bdi>,
          uses.toLocaleString(),
          <When key="last" ms={lastUse} isRelative />,
        ],
      }))}
    />
  );
}

/** Tables that are read together with this one, and by which columns. */
function Joins({joins}: {joins: Usage['joins']}) {
  return (
    <Counted
      title="Joined with"
      heads={['Asset', 'Condition', 'Statements', 'Last use']}
      rows={joins.map(({entity, columns, uses, lastUse}) => ({
        // Two tables may be joined by one condition here and another one there.
        key: JSON.stringify([entity.guid, columns]),
        cells: [
          <AssetLink key="asset" guid={entity.guid} name={nameOf(entity)} />,
          <bdi key="columns">{columns.map(({own, other}) => `${own} = ${other}`).join(', ')}</bdi>,
          uses.toLocaleString(),
          <When key="last" ms={lastUse} isRelative />,
        ],
      }))}
    />
  );
}

type Row = {readonly key: string; readonly cells: readonly ReactNode[]};

/** Nothing where there are no rows. */
function Counted({
  title,
  heads,
  rows,
}: {
  title: string;
  heads: readonly string[];
  rows: readonly Row[];
}) {
  if (rows.length === 0) return null;
  return (
    <TitledCard title={title} count={rows.length}>
      <Table.ScrollContainer minWidth={480} maxHeight={360} scrollAreaProps={{viewportProps}}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {heads.map(head => (
                <Table.Th key={head} style={{whiteSpace: 'nowrap'}}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({key, cells}) => (
              <Table.Tr key={key}>
                {cells.map((cell, n) => (
                  <Table.Td key={heads[n]} miw={n === 0 ? '8rem' : undefined}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </TitledCard>
  );
}

/** What scrolls is reached by keys. */
const viewportProps = {tabIndex: 0};

/** Queries with other values are one query here. */
function Statements({statements}: {statements: Usage['statements']}) {
  if (statements.length === 0) return null;
  return (
    <TitledCard title="Queries" count={statements.length}>
      <Stack gap="sm">
        {statements.slice(0, maxStatements).map(one => (
          <div key={one.sql}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {one.uses === 1 ? 'Run once' : `Run ${one.uses.toLocaleString()} times`}, last{' '}
                <When ms={one.lastUse} isRelative />
                {one.user !== undefined && (
                  <>
                    {' '}
                    by <bdi>{one.user}</bdi>
                  </>
                )}{' '}
                in {durationText(one.duration)}
              </Text>
              {/* A part of a query is nothing to run. */}
              {!one.isCut && <CopyButton text={one.sql} label="Copy the query" />}
            </Group>
            <Code block tabIndex={0} mah="10rem" style={{overflow: 'auto'}} dir="ltr">
              {one.isCut ? `${one.sql}…` : one.sql}
            </Code>
          </div>
        ))}
      </Stack>
    </TitledCard>
  );
}

/** The API has more of them. */
const maxStatements = 20;
