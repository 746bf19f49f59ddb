import {Accordion, Badge, Code, Group, Stack, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {durationText, EmptyState, ErrorState, JsonView, LoadingState, When} from '@gazetteer/ui';
import {useInfiniteQuery} from '@tanstack/react-query';
import {Play} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import classes from './entity.module.css';
import {LoadOlder} from './load-older.tsx';
import type {TabProps} from './tab-props.ts';

type Run = Schemas['LineageRun'];
type Dataset = Run['inputs'][number];
const pageSize = 25;

/** The words of OpenLineage for the last event of a run. */
const states: Readonly<Record<Run['state'], {readonly label: string; readonly color: string}>> = {
  RUNNING: {label: 'Running', color: 'blue.9'},
  COMPLETE: {label: 'Succeeded', color: 'sea.8'},
  ABORT: {label: 'Aborted', color: 'orange.9'},
  FAIL: {label: 'Failed', color: 'red.8'},
};

/** When a process ran and what came of it, the newest run first. */
export function RunsTab({entity}: TabProps) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const runs = useInfiniteQuery({
    queryKey: ['runs', entity.guid],
    queryFn: ({pageParam, signal}) =>
      client.call(
        'GET /v2/lineage/runs/{guid}',
        {path: {guid: entity.guid}, query: {offset: pageParam, limit: pageSize}},
        {signal},
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      // Runs are not counted: a page that is not full is the last one.
      last.runs.length < pageSize ? undefined : pages.length * pageSize,
  });
  if (runs.isError) return <ErrorState error={runs.error} retry={() => void runs.refetch()} />;
  if (runs.isPending) return <LoadingState />;
  const list = runs.data.pages.flatMap(page => page.runs);
  const pages: readonly Partial<(typeof runs.data.pages)[number]>[] = runs.data.pages;
  const told = new Map(
    pages.flatMap(page => (page.datasets ?? []).map(one => [keyOf(one), one.facets] as const)),
  );
  if (list.length === 0)
    return <EmptyState title="No runs yet" icon={<Play size={40} strokeWidth={1.5} />} />;
  return (
    <Stack>
      <Accordion
        multiple
        value={[...opened]}
        onChange={setOpened}
        variant="separated"
        classNames={{item: classes['event'] ?? ''}}
      >
        {list.map(run => (
          <RunItem key={run.runId} run={run} told={told} isOpen={opened.includes(run.runId)} />
        ))}
      </Accordion>
      <LoadOlder list={runs} />
    </Stack>
  );
}

/** Facets of data sets themselves. */
type Told = ReadonlyMap<string, Dataset['facets']>;

function RunItem({run, told, isOpen}: {run: Run; told: Told; isOpen: boolean}) {
  const {label, color} = states[run.state];
  return (
    <Accordion.Item value={run.runId}>
      <Accordion.Control>
        <Group gap="sm">
          <Badge color={color} tt="none">
            {label}
          </Badge>
          <Text size="sm">
            <When ms={run.startTime} />
            {/* The end of one that runs is the time of its last event. */}
            {run.state !== 'RUNNING' && `, took ${durationText(run.endTime - run.startTime)}`}
          </Text>
          {run.parentJob !== undefined && (
            <Text size="sm" c="dimmed">
              in <bdi>{run.parentJob}</bdi>
            </Text>
          )}
          {run.error !== undefined && (
            <Text size="sm" c="dimmed" lineClamp={1}>
              <bdi>{run.error}</bdi>
            </Text>
          )}
        </Group>
      </Accordion.Control>
      {/* Facets may be long, and a page has 25 runs. */}
      <Accordion.Panel>{isOpen && <RunDetails run={run} told={told} />}</Accordion.Panel>
    </Accordion.Item>
  );
}

function RunDetails({run, told}: {run: Run; told: Told}) {
  const facets = facetsOf(run, told);
  return (
    <Stack gap="xs">
      <Text size="sm">
        Job <bdi>{run.jobName}</bdi> of <bdi>{run.jobNamespace}</bdi>, run <Code>{run.runId}</Code>
      </Text>
      {run.error !== undefined && <Code block>{run.error}</Code>}
      <Datasets title="Inputs" list={run.inputs} />
      <Datasets title="Outputs" list={run.outputs} />
      {Object.keys(facets).length > 0 && <JsonView value={facets} label="facets" />}
    </Stack>
  );
}

const keyOf = ({namespace, name}: Dataset): string => `${namespace} ${name}`;

/** All that producers told of a run, its job and its data sets, as they told it. */
function facetsOf(run: Run, told: Told): Record<string, object> {
  const ofData = (list: readonly Dataset[]) =>
    filled(list.map(one => [keyOf(one), {...told.get(keyOf(one)), ...one.facets}]));
  return filled([
    ['run', run.facets],
    ['job', run.jobFacets],
    ['inputs', ofData(run.inputs)],
    ['outputs', ofData(run.outputs)],
  ]);
}

/** Those that say something; a node of an earlier version leaves some out. */
function filled(entries: readonly [string, object | undefined][]): Record<string, object> {
  return Object.fromEntries(
    entries.flatMap(([name, value = {}]) =>
      Object.keys(value).length > 0 ? [[name, value] as const] : [],
    ),
  );
}

function Datasets({title, list}: {title: string; list: Run['inputs']}) {
  if (list.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {list.map(({namespace, name, facets}) => (
        <Text key={`${namespace} ${name}`} size="sm">
          <bdi>{name}</bdi>{' '}
          <Text span size="xs" c="dimmed">
            {namespace}
            {rowsOf(facets)}
          </Text>
        </Text>
      ))}
    </div>
  );
}

/** Rows that were written or read, where the producer has counted them. */
function rowsOf(facets: Run['facets']): string {
  const {rowCount} = (facets['outputStatistics'] ?? facets['inputStatistics'] ?? {}) as {
    rowCount?: unknown;
  };
  return typeof rowCount === 'number' ? ` · ${rowCount.toLocaleString('en')} rows` : '';
}
