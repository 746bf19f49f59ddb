import {Button, Group, Loader, Modal, Stack, Text} from '@mantine/core';
import {Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {queries} from '../api/queries.ts';

/** The data is loaded when somebody wants it: pages only offer it. */
const sample = () => import('./load-sample.ts');

/** Brings the sample data or takes it away again. */
export function SampleDialog({isOpen, onClose}: {isOpen: boolean; onClose: () => void}) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Sample data">
      {isOpen && <SampleContent onClose={onClose} />}
    </Modal>
  );
}

function SampleContent({onClose}: {onClose: () => void}) {
  const {run, step, isBusy, error} = useSample(onClose);
  const there = useQuery({
    queryKey: ['sample'],
    queryFn: async () => (await sample()).sampleGuids(client),
    staleTime: 0,
  });
  const count = there.data?.length ?? 0;
  return (
    <Stack>
      <Text size="sm">
        A small shop’s warehouse to look around in: databases, tables and columns, the jobs between
        them, lineage down to columns, classifications and a glossary. It can be removed again.
      </Text>
      {there.isSuccess && count > 0 && (
        <Text size="sm">{count.toLocaleString()} entities of it are here.</Text>
      )}
      <Problem error={error} />
      {isBusy && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">{step}…</Text>
        </Group>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {count > 0 && (
          <Button color="red.8" loading={isBusy} onClick={() => run('remove')}>
            Remove it
          </Button>
        )}
        <Button loading={isBusy} onClick={() => run('load')}>
          {count > 0 ? 'Load it again' : 'Load it'}
        </Button>
      </Group>
    </Stack>
  );
}

/** Loading and removing, and how far it has come. */
export function useSample(onDone: () => void) {
  const [step, setStep] = useState('');
  const work = useMutation({
    mutationFn: async (what: 'load' | 'remove') => {
      const {loadSample, removeSample} = await sample();
      await (what === 'load' ? loadSample(client, setStep) : removeSample(client, setStep));
    },
    onSettled: () =>
      // All that pages show may have changed; who is logged in has not.
      queries.invalidateQueries({predicate: query => query.queryKey[0] !== 'session'}),
    onSuccess: (_, what) => {
      toast({kind: 'done', title: what === 'load' ? 'Sample data loaded' : 'Sample data removed'});
      onDone();
    },
  });
  return {run: work.mutate, step, isBusy: work.isPending, error: work.error};
}
