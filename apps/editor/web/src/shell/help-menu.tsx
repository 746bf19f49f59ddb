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

const pages = [
  {label: 'Documentation', href: '/docs/', Icon: BookOpen},
  {label: 'API', href: '/apidocs/', Icon: Braces},
];
const look = {variant: 'subtle', color: 'gray', size: 'lg'} as const;

export function HelpMenu() {
  const opened = useShared(keysDialog);
  return (
    <>
      {pages.map(({label, href, Icon}) => (
        <Tooltip key={href} label={label}>
          <ActionIcon {...look} aria-label={label} component="a" href={href}>
            <Icon size={20} />
          </ActionIcon>
        </Tooltip>
      ))}
      <Tooltip label="Keyboard shortcuts (F1)">
        <ActionIcon {...look} aria-label="Keyboard shortcuts" onClick={() => showKeys()}>
          <Keyboard size={20} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{opened && <KeysDialog onClose={() => showKeys(false)} />}</Suspense>
    </>
  );
}
