import {Button, Checkbox, Group, List, Loader, Modal, Stack, Text} from '@mantine/core';
import {ApiError, termIsAssigned} from '@gazetteer/client';
import {Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {refresh} from '../../entity/refresh.ts';
import type {Kind} from './glossary-link.ts';
import {type AssignedTerm, assignedTerms, rehearse, remove, type Removed} from './removal.ts';

type RemoveDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly kind: Kind;
  readonly items: readonly Removed[];
  /** What goes along, in a sentence. */
  readonly consequences: string;
  /** Those of the terms that entities have; of a glossary they are found out. */
  readonly assigned?: readonly AssignedTerm[];
  /** Leads away from the page of what is gone. */
  readonly onDone: () => Promise<void> | void;
};

/**
 * Says what goes along, and what has to happen before: terms that entities have are taken away from
 * these first.
 */
export function RemoveDialog({isOpen, onClose, ...rest}: RemoveDialogProps) {
  const {items, kind} = rest;
  const what =
    items.length === 1 ? `the ${kind} ${items[0]?.name}` : `${items.length.toLocaleString()} terms`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Delete ${what}`}>
      {/* The rehearsal starts with the content, so a closed dialog asks nothing. */}
      {isOpen && <RemoveContent onClose={onClose} {...rest} />}
    </Modal>
  );
}

const none: readonly AssignedTerm[] = [];

type Removal = Omit<RemoveDialogProps, 'isOpen'>;

/** Whether it can be done, what is in the way, and the doing. */
function useRemoval({kind, items, assigned = none, onClose, onDone}: Removal) {
  const [step, setStep] = useState('');
  const guid = items[0]?.guid ?? '';
  // The server decides what is in the way; of several terms nothing but assignments can be, and
  // these are known.
  const rehearsal = useQuery({
    queryKey: ['rehearsal', 'glossary', guid],
    queryFn: async () => {
      if (items.length === 1 && assigned.length === 0) await rehearse(kind, guid);
      return true;
    },
    // What is refused is an answer here, not a failure to be tried again.
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  // Only this refusal has a way out that can be offered.
  const isInUse =
    rehearsal.error instanceof ApiError && rehearsal.error.errorCode === termIsAssigned;
  // A glossary has to be searched for the terms; a term is the one that is asked about.
  const found = useQuery({
    queryKey: ['glossary', 'in-use', guid],
    queryFn: () =>
      kind === 'glossary'
        ? assignedTerms(guid)
        : Promise.resolve([{...items[0], guid, name: items[0]?.name ?? '', count: 0}]),
    enabled: isInUse,
    gcTime: 0,
    staleTime: 0,
  });
  const inUse = assigned.length > 0 ? assigned : (found.data ?? none);
  const run = useMutation({
    mutationFn: () => remove(kind, items, inUse, setStep),
    // Some may be gone before one is refused.
    onError: refresh,
    onSuccess: async () => {
      toast({
        kind: 'done',
        title: items.length === 1 ? `${items[0]?.name} is deleted` : 'Terms deleted',
      });
      onClose();
      // The page of what is gone is left before everything that is shown is asked for again.
      await onDone();
      await refresh();
    },
  });
  // Also while the terms in use are looked for: the button would say too little before.
  const isWaiting = rehearsal.isPending || (isInUse && found.isPending);
  return {
    run,
    step,
    inUse,
    isWaiting,
    isPossible: rehearsal.isSuccess,
    // That it is in use is no error here: what follows from it stands in the dialog.
    error: run.error ?? found.error ?? (isInUse ? null : rehearsal.error),
  };
}

function RemoveContent(props: Removal) {
  const {consequences, onClose} = props;
  const [isAllowed, setAllowed] = useState(false);
  const {run, step, inUse, isWaiting, isPossible, error} = useRemoval(props);
  // With terms in use somebody has to allow the loss first, even where the rest could go.
  const isReady = !isWaiting && (inUse.length > 0 ? isAllowed : isPossible);
  return (
    <Stack>
      <Text>{consequences}</Text>
      {isWaiting && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">Checking whether it can be deleted…</Text>
        </Group>
      )}
      {inUse.length > 0 && <InUse terms={inUse} isAllowed={isAllowed} onAllow={setAllowed} />}
      <Problem error={error} />
      <Text size="sm" c="dimmed">
        Deleted glossary items can’t be restored.
      </Text>
      <Group justify="flex-end">
        {run.isPending && (
          <Text size="sm" role="status">
            {step}…
          </Text>
        )}
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red.8"
          loading={run.isPending}
          disabled={!isReady}
          onClick={() => run.mutate()}
        >
          Delete
        </Button>
      </Group>
    </Stack>
  );
}

type InUseProps = {
  readonly terms: readonly AssignedTerm[];
  readonly isAllowed: boolean;
  readonly onAllow: (isAllowed: boolean) => void;
};

function InUse({terms, isAllowed, onAllow}: InUseProps) {
  return (
    <>
      <Text size="sm">
        In use: remove {terms.length === 1 ? 'this term' : 'these terms'} from its entities first:
      </Text>
      <List
        size="sm"
        // A glossary may have thousands of them; the buttons stay in sight.
        mah="12rem"
        style={{overflowY: 'auto'}}
        tabIndex={0}
        role="list"
        aria-label="Terms in use"
      >
        {terms.map(one => (
          <List.Item key={one.guid}>
            <bdi>{one.name}</bdi>
            {one.count > 0 &&
              ` (${one.count === 1 ? '1 entity' : `${one.count.toLocaleString()} entities`})`}
          </List.Item>
        ))}
      </List>
      <Checkbox
        label="Remove them from their entities first"
        description="Classifications propagated by the terms are removed from these entities."
        checked={isAllowed}
        onChange={event => onAllow(event.currentTarget.checked)}
      />
    </>
  );
}
