import {ActionIcon, Tooltip} from '@mantine/core';
import {BookOpen, Braces, Keyboard} from 'lucide-react';
import {lazy, Suspense} from 'react';
import {useShared} from '../shared-value.ts';
import {newToggle} from '../toggle.ts';

const KeysDialog = lazy(async () => ({
  default: (await import('./editor-keys-dialog.tsx')).EditorKeysDialog,
}));

const keysDialog = newToggle();

/** Shows the keys, from wherever somebody asks for them. */
export function showKeys(open = true): void {
  keysDialog.set(open);
}

export function HelpMenu() {
  const opened = useShared(keysDialog);
  return (
    <>
      <Tooltip label="Documentation">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Documentation"
          component="a"
          href="/docs/"
        >
          <BookOpen size={20} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="API">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="API"
          component="a"
          href="/apidocs/"
        >
          <Braces size={20} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Keyboard shortcuts (F1)">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Keyboard shortcuts"
          onClick={() => showKeys()}
        >
          <Keyboard size={20} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{opened && <KeysDialog onClose={() => showKeys(false)} />}</Suspense>
    </>
  );
}
