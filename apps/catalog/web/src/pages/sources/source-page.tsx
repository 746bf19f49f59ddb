import {Button, Group, Stack} from '@mantine/core';
import {
  type Column,
  DataTable,
  durationText,
  ErrorState,
  Page,
  toast,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {keepPreviousData, useMutation, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate, useParams} from '@tanstack/react-router';
import {Eye, Pencil, Play, Square, Trash2} from 'lucide-react';
import {useEffect, useRef, useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {UndoChange} from '../../bulk/undo-change.tsx';
import {Fact, Facts} from '../../entity/facts.tsx';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {hasEnded} from '../../tasks/queries.ts';
import {StatusBadge} from '../../tasks/status-badge.tsx';
import {
  type Source,
  sourceQuery,
  type SourceRun,
  sourceRunQuery,
  sourceRunsQuery,
} from './queries.ts';
import {RunResult} from './run-result.tsx';
import {SourceDialog} from './source-dialog.tsx';
import {keyLabel, runText, scheduleText, valuesOf} from './source-texts.ts';

/** One source: its last run or the one of the address, how it is read, and all runs. */
export function SourcePage() {
  // One page for a source and for each of its runs.
  const {name = '', run: chosen} = useParams({strict: false});
  const source = useSuspenseQuery(sourceQuery(name)).data;
  const {lastRun} = source;
  // By state as well: the list is asked again when a run ends.
  const listed = sourceRunsQuery(name, `${lastRun?.guid} ${lastRun?.status}`);
  const runs = useQuery({...listed, placeholderData: keepPreviousData}).data ?? [];
  const named = useQuery({...sourceRunQuery(chosen ?? ''), enabled: chosen !== undefined});
  const shown = chosen === undefined ? lastRun : named.data;
  useRefreshAtEnd(lastRun);
  return (
    <Page
      key={name}
      title={name}
      above={<Link to="/sources">Sources</Link>}
      note={source.type}
      actions={<Actions source={source} />}
    >
      <Stack gap="md">
        {named.isError && <ErrorState error={named.error} />}
        {shown !== undefined && (
          <TitledCard title={chosen === undefined ? 'Last run' : 'Run'}>
            <RunResult run={shown} />
            <UndoRun name={name} run={shown} />
          </TitledCard>
        )}
        <TitledCard title="Settings">
          <Settings source={source} />
        </TitledCard>
        {runs.length > 0 && (
          <TitledCard title="Runs" count={runs.length}>
            <Runs name={name} runs={runs} />
          </TitledCard>
        )}
      </Stack>
    </Page>
  );
}

/** Only of a run that has changed something. */
function UndoRun({name, run}: {name: string; run: SourceRun}) {
  const {guid, status, isRehearsal, created, changed, deleted} = run;
  const isNothing = created.count + changed.count + deleted.count === 0;
  if (!hasEnded(status) || isRehearsal || isNothing) return null;
  return (
    <Group mt="sm">
      <UndoChange
        changeId={guid}
        text={`Run of ${name}`}
        note="The next run makes these changes again as long as the source has them. Remove the schedule of the source first to keep them undone."
      />
    </Group>
  );
}

/**
 * What a run has brought is shown elsewhere as well. Only of a run that was seen running: the page
 * of an old one has nothing new.
 */
function useRefreshAtEnd(run: SourceRun | undefined): void {
  const open = useRef<string>(undefined);
  useEffect(() => {
    if (run === undefined) return;
    if (!hasEnded(run.status)) open.current = run.guid;
    else if (open.current === run.guid) {
      open.current = undefined;
      void refresh();
    }
  }, [run]);
}

/** While a run goes on, it can be canceled; another one is started when it has ended. */
function Actions({source}: {source: Source}) {
  const {name, lastRun} = source;
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const failed = (title: string) => (error: unknown) => toast({kind: 'problem', title, error});
  // A preview is a run, too, and stands in the list.
  const run = useMutation({
    mutationFn: (isRehearsal: boolean) =>
      client.call('POST /v2/sources/{name}/runs', {path: {name}, query: {isRehearsal}}),
    onSuccess: async () => {
      await refresh();
      // The address of an older run would hide the new one.
      await navigate({to: '/sources/$name', params: {name}});
    },
    onError: failed('Couldn’t start the run'),
  });
  const cancel = useMutation({
    mutationFn: (runGuid: string) =>
      client.call('POST /v2/sources/runs/{runGuid}/cancel', {path: {runGuid}}),
    onSuccess: refresh,
    onError: failed('Couldn’t cancel the run'),
  });
  // Of the newest run, whichever is shown.
  const isRunning = lastRun !== undefined && !hasEnded(lastRun.status);
  return (
    <>
      {isRunning ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<Square size={14} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(lastRun.guid)}
        >
          Cancel
        </Button>
      ) : (
        <>
          <Button
            size="xs"
            leftSection={<Play size={14} />}
            loading={run.isPending}
            onClick={() => run.mutate(false)}
          >
            Run now
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Eye size={14} />}
            disabled={run.isPending}
            onClick={() => run.mutate(true)}
          >
            Preview changes
          </Button>
        </>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<Pencil size={14} />}
        onClick={() => setEditing(true)}
      >
        Edit
      </Button>
      <Remove name={name} />
      <SourceDialog isOpen={isEditing} onClose={() => setEditing(false)} source={source} />
    </>
  );
}

/** The source alone: what it has brought stays. */
function Remove({name}: {name: string}) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.call('DELETE /v2/sources/{name}', {path: {name}}),
    onSuccess: async () => {
      await navigate({to: '/sources'});
      // Not the queries of this source, which is gone.
      await queries.invalidateQueries({queryKey: ['sources'], exact: true});
      toast({kind: 'done', title: `${name} removed`});
    },
    onError: error => toast({kind: 'problem', title: 'Couldn’t remove the source', error}),
  });
  // Once asked, once sent: the name is in the question.
  const asked = async () => {
    const yes = await confirm({
      title: `Remove ${name}?`,
      text: 'Its settings and runs are removed. Its assets stay in the catalog.',
      action: 'Remove',
      isDangerous: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Trash2 size={14} />}
      loading={remove.isPending}
      onClick={() => void asked()}
    >
      Remove
    </Button>
  );
}

/** As it is stored. Keys of its configuration are those of its connector. */
function Settings({source}: {source: Source}) {
  const {config, secrets, schedule, nextRunTime, maxDeletes, updatedBy, updatedTime} = source;
  return (
    <Facts>
      {Object.entries(valuesOf(config)).map(([key, value]) => (
        <Fact key={key} name={keyLabel(key)}>
          <bdi>{value}</bdi>
        </Fact>
      ))}
      {secrets.map(key => (
        <Fact key={key} name={keyLabel(key)}>
          Saved
        </Fact>
      ))}
      <Fact name="Schedule">{scheduleText(schedule)}</Fact>
      {nextRunTime !== undefined && (
        <Fact name="Next run">
          <When ms={nextRunTime} />
        </Fact>
      )}
      <Fact name="Delete at most">{maxDeletes} %</Fact>
      <Fact name="Runs as">
        {/* A run has the privileges of this user. */}
        <bdi>{updatedBy}</bdi>, who saved it last
      </Fact>
      <Fact name="Saved">
        <When ms={updatedTime} />
      </Fact>
    </Facts>
  );
}

/** Previews as well, said to be such. */
function Runs({name, runs}: {name: string; runs: readonly SourceRun[]}) {
  const navigate = useNavigate();
  const columns: Column<SourceRun>[] = [
    {
      id: 'when',
      header: 'When',
      width: 200,
      cell: ({guid, createdTime}) => (
        <Link to="/sources/$name/runs/$run" params={{name, run: guid}}>
          <When ms={createdTime} />
        </Link>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 130,
      cell: ({status}) => <StatusBadge status={status} />,
    },
    {
      id: 'result',
      header: 'Result',
      width: 280,
      isWide: true,
      cell: one => `${one.isRehearsal ? 'Preview. ' : ''}${one.errorMessage ?? runText(one)}`,
    },
    {
      id: 'trigger',
      header: 'Started by',
      width: 140,
      cell: ({trigger, requestedBy}) =>
        trigger === 'SCHEDULE' ? 'schedule' : <bdi>{requestedBy}</bdi>,
    },
    {
      id: 'duration',
      header: 'Duration',
      width: 100,
      align: 'end',
      cell: ({startTime, endTime}) =>
        startTime !== undefined && endTime !== undefined ? durationText(endTime - startTime) : '',
    },
  ];
  return (
    <DataTable
      label="Runs"
      name="source-runs"
      columns={columns}
      rows={runs}
      rowKey={one => one.guid}
      onOpen={({guid}) =>
        void navigate({to: '/sources/$name/runs/$run', params: {name, run: guid}})
      }
      maxHeight="24rem"
    />
  );
}
