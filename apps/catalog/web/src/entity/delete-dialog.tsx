import {Badge, Button, Group, List, Loader, Modal, Stack, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {client} from '../api/client.ts';
import type {EntityHeader} from '../api/wire.ts';
import {nameOf} from './name-of.ts';
import {refresh} from './refresh.ts';
import {TypeLabel} from './type-label.tsx';
import {undoable} from './undoable.ts';

type DeleteDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly guids: readonly string[];
  /** For good: only for entities that are deleted already. */
  readonly isPurge?: boolean;
  readonly onDone?: () => void;
};

/** Says what goes along before anything is deleted: the server rehearses it. */
export function DeleteDialog({isOpen, onClose, ...rest}: DeleteDialogProps) {
  const what =
    rest.guids.length === 1 ? 'the entity' : `${rest.guids.length.toLocaleString()} entities`;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={rest.isPurge === true ? `Delete ${what} permanently` : `Delete ${what}`}
    >
      {/* Only once it is open: a rehearsal walks everything that would go along. */}
      {isOpen && <Rehearsal onClose={onClose} {...rest} />}
    </Modal>
  );
}

/** The same request twice: first rehearsed, then, when somebody agrees, done. */
function Rehearsal({guids, isPurge = false, onClose, onDone}: Omit<DeleteDialogProps, 'isOpen'>) {
  const rehearsal = useQuery({
    queryKey: ['rehearsal', isPurge, guids],
    queryFn: () =>
      isPurge
        ? client.dryRun('PUT /admin/purge', {body: [...guids]})
        : client.dryRun('DELETE /v2/entity/bulk', {query: {guid: [...guids]}}),
    // What goes along changes with everything that others do: never told from memory.
    gcTime: 0,
    staleTime: 0,
  });
  const run = useMutation({
    mutationFn: () =>
      undoable<unknown>(() =>
        isPurge
          ? client.call('PUT /admin/purge', {body: [...guids]})
          : client.call('DELETE /v2/entity/bulk', {query: {guid: [...guids]}}),
      ),
    onSuccess: async ({undo}) => {
      await refresh();
      toast({kind: 'done', title: isPurge ? 'Deleted permanently' : 'Deleted', action: undo});
      onClose();
      onDone?.();
    },
  });
  const problem = rehearsal.error ?? run.error;
  return (
    <Stack>
      {rehearsal.isPending && (
        <Group gap="xs">
          <Loader size="xs" />
          <Text size="sm">Checking what else will be deleted…</Text>
        </Group>
      )}
      {rehearsal.data !== undefined && <Consequences changes={rehearsal.data.changes} />}
      <Problem error={problem} />
      <Text size="sm" c="dimmed">
        {isPurge
          ? 'This can’t be undone. The history is kept.'
          : 'Find deleted entities with “Include deleted”.'}
      </Text>
      <Group justify="flex-end">
        {/* Enter by mistake does no harm. */}
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red.8"
          loading={run.isPending}
          // Nobody confirms what they have not been told.
          disabled={!rehearsal.isSuccess}
          onClick={() => run.mutate()}
        >
          {isPurge ? 'Delete permanently' : 'Delete'}
        </Button>
      </Group>
    </Stack>
  );
}

/** Numbers first; of many entities only some are named. */
function Consequences({changes}: {changes: Schemas['DryRun']['changes']}) {
  const [deleted, purged] = [
    partOf(changes, 'entities', 'deleted'),
    partOf(changes, 'entities', 'purged'),
  ];
  // Either the one or the other: what is deleted already can only be purged.
  const gone = deleted.count > 0 ? deleted : purged;
  const ended =
    partOf(changes, 'relationships', 'deleted').count +
    partOf(changes, 'relationships', 'purged').count;
  const tags = partOf(changes, 'propagations', 'removed').count;
  if (gone.count === 0) return <Text>Already deleted. Nothing to do.</Text>;
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {gone.count === 1
          ? '1 entity will be deleted'
          : `${gone.count.toLocaleString()} entities will be deleted`}
        {ended > 0 && (
          <>
            , {ended.toLocaleString()} {ended === 1 ? 'relationship ends' : 'relationships end'}
          </>
        )}
        {tags > 0 && (
          <>
            , {tags.toLocaleString()} propagated{' '}
            {tags === 1 ? 'classification leaves' : 'classifications leave'} others
          </>
        )}
        .
      </Text>
      <List size="sm" mah="16rem" style={{overflowY: 'auto'}} tabIndex={0}>
        {gone.list.map(header => (
          <List.Item key={header.guid}>
            <bdi>{nameOf(header)}</bdi>{' '}
            <Badge size="xs" variant="default" tt="none">
              <TypeLabel name={header.typeName} />
            </Badge>
          </List.Item>
        ))}
        {gone.count > gone.list.length && (
          <List.Item>and {(gone.count - gone.list.length).toLocaleString()} more</List.Item>
        )}
      </List>
    </Stack>
  );
}

/** What a rehearsal says of one kind of change; where it says nothing there is none. */
function partOf(
  changes: Schemas['DryRun']['changes'],
  what: string,
  how: string,
): {count: number; list: readonly EntityHeader[]} {
  const part = changes[what]?.[how];
  return {count: part?.count ?? 0, list: (part?.list ?? []) as EntityHeader[]};
}
