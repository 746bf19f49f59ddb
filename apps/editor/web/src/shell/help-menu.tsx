import {ActionIcon, Tooltip} from '@mantine/core';
import {Keyboard} from 'lucide-react';
import {lazy, Suspense, useSyncExternalStore} from 'react';

const KeysDialog = lazy(async () => ({default: (await import('./keys-dialog.tsx')).KeysDialog}));

let isOpen = false;
const listeners = new Set<() => void>();

/** Shows the keys, from wherever somebody asks for them. */
export function showKeys(open = true): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function HelpMenu() {
  const opened = useSyncExternalStore(subscribe, () => isOpen);
  return (
    <>
      <Tooltip label="Keys (F1)">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Keys" onClick={() => showKeys()}>
          <Keyboard size={20} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{opened && <KeysDialog onClose={() => showKeys(false)} />}</Suspense>
    </>
  );
}
