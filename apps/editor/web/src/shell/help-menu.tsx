import {ActionIcon, Tooltip} from '@mantine/core';
import {BookOpen, Keyboard} from 'lucide-react';
import {lazy, Suspense} from 'react';
import {newToggle, useToggle} from '../toggle.ts';

const KeysDialog = lazy(async () => ({default: (await import('./keys-dialog.tsx')).KeysDialog}));

const keysDialog = newToggle();

/** Shows the keys, from wherever somebody asks for them. */
export function showKeys(open = true): void {
  keysDialog.set(open);
}

export function HelpMenu() {
  const opened = useToggle(keysDialog);
  return (
    <>
      <Tooltip label="Documentation">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Documentation" component="a" href="/docs/">
          <BookOpen size={20} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Keys (F1)">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Keys" onClick={() => showKeys()}>
          <Keyboard size={20} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{opened && <KeysDialog onClose={() => showKeys(false)} />}</Suspense>
    </>
  );
}
