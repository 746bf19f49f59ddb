import {Button, Tooltip} from '@mantine/core';
import {SlidersHorizontal} from 'lucide-react';
import {lazy, Suspense} from 'react';
import type {Engine} from '../api/wire.ts';
import {useShared} from '../shared-value.ts';
import {countOf} from './sheet-session.ts';
import type {Tab} from './tab.ts';
import {sessionDialog} from './toggles.ts';

const SessionDialog = lazy(async () => ({
  default: (await import('./session-dialog.tsx')).SessionDialog,
}));

/** Leads to what a sheet wants of its session, and says how much that is. */
export function SessionButton({tab, engine}: {tab: Tab; engine: Engine}) {
  const isOpen = useShared(sessionDialog);
  const count = tab.preparation === undefined ? 0 : countOf(tab.preparation);
  // A session of another engine waits until the sheet goes back to that one.
  const isOwn = tab.session?.engine === engine.type;
  const words = [isOwn && 'own session', count > 0 && `${count} set`].filter(Boolean).join(', ');
  return (
    <>
      <Tooltip label="Session settings (Ctrl+,)">
        <Button
          className="gz-short"
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<SlidersHorizontal size={16} />}
          onClick={() => sessionDialog.set(true)}
        >
          <span>Session{words !== '' && `: ${words}`}</span>
        </Button>
      </Tooltip>
      <Suspense>
        {isOpen && (
          <SessionDialog tab={tab} engine={engine} onClose={() => sessionDialog.set(false)} />
        )}
      </Suspense>
    </>
  );
}
