import {Button, Group, Modal, Stack, Text, Title} from '@mantine/core';
import {DocsLink, Problem, toast, When} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import type {Engine} from '../api/wire.ts';
import {PageLink} from '../shell/page-link.tsx';
import {FactTable} from '../assist/plain-table.tsx';
import {PreparationFields} from './preparation-fields.tsx';
import {closeSession, openSession} from './open-session.ts';
import {filledIn, noPreparation, type SheetSession} from './sheet-session.ts';
import {sheets} from './sheets.ts';
import type {Tab} from './tab.ts';

type SessionDialogProps = {
  readonly tab: Tab;
  readonly engine: Engine;
  readonly onClose: () => void;
};

/**
 * What a sheet wants of its session, and whether it has one of its own. What is filled in is kept
 * in the sheet when the dialog closes, however that is; a session that is open already is prepared
 * no more, so a change needs a new one.
 */
export function SessionDialog({tab, engine, onClose}: SessionDialogProps) {
  const [preparation, setPreparation] = useState(tab.preparation ?? noPreparation);
  const keep = () => {
    const wanted = filledIn(preparation);
    if (JSON.stringify(wanted) !== JSON.stringify(tab.preparation))
      sheets.change(tab.id, {preparation: wanted});
    return wanted;
  };
  const close = () => {
    keep();
    onClose();
  };
  const session = tab.session?.engine === engine.type ? tab.session : undefined;
  return (
    <Modal opened onClose={close} title="Session" size="lg">
      <Stack>
        {engine.features.preparations === true ? (
          <PreparationFields value={preparation} onChange={setPreparation} />
        ) : (
          <Text size="sm" c="dimmed">
            {engine.displayName} has no settings, files and functions of a session.
          </Text>
        )}
        <OwnSession tab={tab} engine={engine} session={session} keep={keep} />
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type OwnSessionProps = {
  readonly tab: Tab;
  readonly engine: Engine;
  readonly session: SheetSession | undefined;
  readonly keep: () => Tab['preparation'];
};

function OwnSession({tab, engine, session, keep}: OwnSessionProps) {
  const open = useMutation({
    mutationFn: async () => {
      const wanted = keep();
      // The old one first: a server may allow one person so many sessions and no more.
      if (session !== undefined) await closeSession(session);
      sheets.change(tab.id, {session: undefined});
      sheets.change(tab.id, {session: await openSession(engine.type, wanted)});
    },
    onSuccess: () => toast({kind: 'done', title: 'New dedicated session opened'}),
  });
  const close = useMutation({
    mutationFn: async (held: SheetSession) => await closeSession(held),
    onSuccess: () => {
      sheets.change(tab.id, {session: undefined});
      toast({kind: 'done', title: 'Session closed'});
    },
    onError: error => toast({kind: 'problem', title: 'Couldn’t close the session', error}),
  });
  return (
    <section aria-label="Dedicated session">
      <Title order={3} size="sm">
        Dedicated session
      </Title>
      {session === undefined ? (
        <Text size="sm" c="dimmed">
          Tabs share free sessions. A dedicated one keeps temporary views and variables between
          runs. <DocsLink to="editor-pages#jobs-and-sessions">About sessions</DocsLink>
        </Text>
      ) : (
        <>
          <Text size="sm">
            Opened <When ms={session.openedAt} isRelative />. It is closed when it is idle for long;
            who holds which one is in the{' '}
            <PageLink to="/jobbrowser/?view=sessions">job browser</PageLink>.
          </Text>
          <FactTable
            facts={[['Session', session.guid], ...Object.entries(session.configuration)]}
          />
        </>
      )}
      <Problem error={open.error} title="No session was opened" />
      <Group gap="xs" mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={open.isPending}
          onClick={() => open.mutate()}
        >
          {session === undefined ? 'Open one' : 'Close it and open a new one'}
        </Button>
        {session !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            loading={close.isPending}
            onClick={() => close.mutate(session)}
          >
            Close it
          </Button>
        )}
      </Group>
    </section>
  );
}
