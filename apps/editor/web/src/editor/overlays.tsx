import {Button, Group, Modal, Text} from '@mantine/core';
import {lazy, Suspense, useSyncExternalStore} from 'react';
import type {Engine} from '../api/wire.ts';
import {useShared} from '../shared-value.ts';
import {explanation} from './explanation.ts';
import {runner} from './sheets.ts';
import {tableFinder} from './toggles.ts';

type OverlaysProps = {
  /** Of the sheet on the screen. */
  readonly engine: Engine | undefined;
  readonly database: string;
};

/** Dialogs that may lie over the sheets. */
export function Overlays({engine, database}: OverlaysProps) {
  return (
    <>
      <Popup />
      <Explanation />
      {engine !== undefined && <Finder engine={engine} database={database} />}
    </>
  );
}

const ExplanationDialog = lazy(async () => ({
  default: (await import('../run/explanation-dialog.tsx')).ExplanationDialog,
}));

function Explanation() {
  const shown = useShared(explanation);
  return <Suspense>{shown !== undefined && <ExplanationDialog shown={shown} />}</Suspense>;
}

const TableFinder = lazy(async () => ({
  default: (await import('../finder/table-finder.tsx')).TableFinder,
}));

function Finder(props: {readonly engine: Engine; readonly database: string}) {
  const isShown = useShared(tableFinder);
  return <Suspense>{isShown && <TableFinder {...props} />}</Suspense>;
}

/** Told as a popup since the contract says so: that no running server was found. */
function Popup() {
  const text = useSyncExternalStore(runner.subscribe, runner.popup);
  return (
    <Modal
      opened={text !== undefined}
      onClose={() => runner.closePopup()}
      title="Couldn’t find the SQL server"
    >
      <Text dir="auto">{text}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        The statement wasn’t sent. The editor finds servers in ZooKeeper, where they register. Ask
        your administrator whether one is running.
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => runner.closePopup()}>
          Back to the editor
        </Button>
      </Group>
    </Modal>
  );
}
