import {ActionIcon, Menu} from '@mantine/core';
import {Link} from '@tanstack/react-router';
import {BookOpen, Braces, CircleHelp, FlaskConical, Info, Keyboard} from 'lucide-react';
import {isPressed} from '@gazetteer/ui';
import {lazy, Suspense, useEffect, useState} from 'react';
import {May} from '../api/may.tsx';
import {helpKey, keyHelp} from './keys.ts';

const SampleDialog = lazy(async () => ({
  default: (await import('../sample/sample-dialog.tsx')).SampleDialog,
}));

const KeysDialog = lazy(async () => ({
  default: (await import('@gazetteer/ui/keys-dialog')).KeysDialog,
}));

export function HelpMenu() {
  // Undefined until it is opened for the first time, so that its part is not loaded before.
  const [isSampleOpen, setSampleOpen] = useState<boolean>();
  const [isKeysOpen, setKeysOpen] = useState(false);
  useHelpKey(setKeysOpen);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help">
            <CircleHelp size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href="/docs/" leftSection={<BookOpen size={16} />}>
            Documentation
          </Menu.Item>
          <Menu.Item component="a" href="../apidocs/" leftSection={<Braces size={16} />}>
            API
          </Menu.Item>
          <May to="entity-create">
            <Menu.Item leftSection={<FlaskConical size={16} />} onClick={() => setSampleOpen(true)}>
              Sample data
            </Menu.Item>
          </May>
          <Menu.Item leftSection={<Keyboard size={16} />} onClick={() => setKeysOpen(true)}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item component={Link} to="/about" leftSection={<Info size={16} />}>
            About
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isKeysOpen && <KeysDialog keys={keyHelp} onClose={() => setKeysOpen(false)} />}
      </Suspense>
      {isSampleOpen !== undefined && (
        <Suspense>
          <SampleDialog isOpen={isSampleOpen} onClose={() => setSampleOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function useHelpKey(setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // An open editor may have the key for itself.
      if (event.defaultPrevented || !isPressed(helpKey, event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [setOpen]);
}
