import {Button, Tooltip} from '@mantine/core';
import {SlidersHorizontal} from 'lucide-react';
import {lazy, Suspense, useState} from 'react';
import type {Engine} from '../api/wire.ts';
import {countOf} from './sheet-session.ts';
import type {Tab} from './tab.ts';

const SessionDialog = lazy(async () => ({default: (await import('./session-dialog.tsx')).SessionDialog}));

/** Leads to what a sheet wants of its session, and says how much that is. */
export function SessionButton({tab, engine}: {tab: Tab; engine: Engine}) {
  const [isOpen, setOpen] = useState(false);
  const count = tab.preparation === undefined ? 0 : countOf(tab.preparation);
  const isOwn = tab.session?.engine === engine.type;
  const words = [isOwn && 'own session', count > 0 && `${count} set`].filter(Boolean).join(', ');
  return (
    <>
      <Tooltip label="Settings, files and functions of this sheet, and its session">
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<SlidersHorizontal size={16} />}
          onClick={() => setOpen(true)}
        >
          Session{words !== '' && `: ${words}`}
        </Button>
      </Tooltip>
      <Suspense>{isOpen && <SessionDialog tab={tab} engine={engine} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
