import {Alert, Button, Group, Progress, Stack, Text} from '@mantine/core';
import {bytesText, EmptyState, ErrorState, LoadingState, Problem} from '@gazetteer/ui';
import {useMutation, useQuery, useQueryClient, useSuspenseQuery} from '@tanstack/react-query';
import {FileX} from 'lucide-react';
import {useEffect} from 'react';
import {configQuery} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {openTableQuery} from '../assist/open-and-run.ts';
import {isNameOf} from '../assist/use-names.ts';
import {PageLink} from '../shell/page-link.tsx';
import {tableAddress} from '../tables/table-link.ts';
import {importAddress} from './import-address.ts';
import classes from './imports.module.css';

type Load = Answer<'GET /api/v1/imports/loads'>['loads'][number];

const lookMs = 1000;
const isOpen = ({phase}: Load) => ['reading', 'sending', 'running'].includes(phase);

/** An import into another engine than the embedded one: how far it is, and what came of it. */
export function LoadView({uuid}: {uuid: string}) {
  const names = useQueryClient();
  const {data, error, refetch} = useQuery({
    queryKey: ['import-loads'],
    queryFn: async ({signal}) => (await ask('GET /api/v1/imports/loads', {}, {signal})).loads,
    staleTime: 0,
    refetchInterval: ({state}) => (state.data?.some(isOpen) === true ? lookMs : false),
  });
  const load = data?.find(one => one.uuid === uuid);
  const doneIn = load?.phase === 'finished' ? load.engine : undefined;
  useEffect(() => {
    if (doneIn !== undefined) void names.invalidateQueries({predicate: isNameOf(doneIn)});
  }, [doneIn, names]);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Reading the import" />;
  if (load === undefined)
    return (
      <EmptyState title="Import not found" icon={<FileX size={40} strokeWidth={1.5} />}>
        The editor was restarted during the import. Look whether the table exists, and import the
        file again.
      </EmptyState>
    );
  return (
    <Stack className={classes['narrow']}>
      <Text>
        Into the table <bdi>{`${load.database}.${load.table}`}</bdi> of <bdi>{load.engine}</bdi>
      </Text>
      {isOpen(load) ? <InProgress load={load} /> : <Ended load={load} />}
    </Stack>
  );
}

function InProgress({load}: {load: Load}) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => ask('DELETE /api/v1/imports/loads/{uuid}', {path: {uuid: load.uuid}}),
    onSettled: () => queries.invalidateQueries({queryKey: ['import-loads']}),
  });
  const {text, part} = progressOf(load);
  return (
    <>
      <Text role="status">{text}</Text>
      <Progress value={part ?? 100} animated={part === undefined} aria-label="Progress" />
      <Problem error={cancel.error} />
      <Group>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel import
        </Button>
      </Group>
    </>
  );
}

/** `part` in percent; undefined where it is not known. */
function progressOf({phase, sentBytes, totalBytes, percent}: Load) {
  if (phase === 'reading') return {text: 'Reading the file', part: undefined};
  if (phase === 'running') return {text: 'Creating the table', part: percent};
  return {
    text: `Copying to HDFS, ${bytesText(sentBytes)} of ${bytesText(totalBytes)}`,
    part: (100 * sentBytes) / Math.max(1, totalBytes),
  };
}

function Ended({load}: {load: Load}) {
  const {engine: type, database, table, phase, rows, message, leftOver} = load;
  const {interpreters} = useSuspenseQuery(configQuery).data.app_config.editor;
  const engine = interpreters.find(one => one.type === type);
  const count = `${(rows ?? 0).toLocaleString()} ${rows === 1 ? 'row' : 'rows'}`;
  return (
    <>
      {phase === 'finished' && <Text role="status">Imported {count}</Text>}
      {phase === 'canceled' && <Text role="status">{message}</Text>}
      {phase === 'failed' && (
        <Alert color="red" variant="light" title="Couldn’t import the file">
          {message}
        </Alert>
      )}
      {leftOver !== undefined && (
        <Alert color="yellow" variant="light" title="Couldn’t delete everything">
          Delete what is left over: <bdi>{leftOver}</bdi>
        </Alert>
      )}
      <Group>
        {phase === 'finished' && engine !== undefined && (
          <>
            <Button onClick={() => openTableQuery(engine, database, table)}>Query table</Button>
            <Button
              variant="default"
              component={PageLink}
              to={tableAddress({engine: type, database, table})}
            >
              Open table
            </Button>
          </>
        )}
        <Button variant="default" component={PageLink} to={importAddress('', '', type)}>
          Import another file
        </Button>
      </Group>
    </>
  );
}
