import {ActionIcon, Menu} from '@mantine/core';
import {Link} from '@tanstack/react-router';
import {BookOpen, Braces, CircleHelp, FlaskConical, Info} from 'lucide-react';
import {lazy, Suspense, useState} from 'react';

const SampleDialog = lazy(async () => ({default: (await import('../sample/sample-dialog.tsx')).SampleDialog}));

export function HelpMenu() {
  const [isSampleOpen, setSampleOpen] = useState<boolean>();
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
          <Menu.Item leftSection={<FlaskConical size={16} />} onClick={() => setSampleOpen(true)}>
            Sample data
          </Menu.Item>
          <Menu.Item component={Link} to="/about" leftSection={<Info size={16} />}>
            About
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSampleOpen !== undefined && (
        <Suspense>
          <SampleDialog isOpen={isSampleOpen} onClose={() => setSampleOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
