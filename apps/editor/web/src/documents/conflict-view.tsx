import {Button, Group, Text} from '@mantine/core';
import {diffLines} from '@gazetteer/formats/text-diff';
import {Problem} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useMemo} from 'react';
import {sheets} from '../editor/sheets.ts';
import {DiffTable} from './diff-table.tsx';
import {showDialog} from './document-dialogs.ts';
import type {SavedDocument} from '../api/wire.ts';
import {linkTo, sheetOf} from './sheet-document.ts';
import {saveAs} from './sheet-actions.ts';

type ConflictViewProps = {
  readonly tabId: string;
  readonly theirs: SavedDocument;
  readonly onDone: () => void;
};

/** Two have changed the same query: what differs, and what can be done without losing either. */
export function ConflictView({tabId, theirs, onDone}: ConflictViewProps) {
  const tab = sheets.tab(tabId);
  const lines = useMemo(
    () => diffLines(theirs.content?.text ?? '', tab?.text ?? ''),
    [theirs, tab?.text],
  );
  const save = useMutation({
    // On top of theirs: a third person who was faster still is refused again.
    mutationFn: () => saveAs(tabId, theirs.uuid, theirs.version),
    onSuccess: onDone,
  });
  const beside = () => {
    sheets.open({...sheetOf(theirs), document: linkTo(theirs)});
    // Two sheets for one query would save over each other.
    sheets.change(tabId, {document: undefined});
    onDone();
  };
  return (
    <>
      <Text mb="sm">
        <bdi>{theirs.changedBy}</bdi> saved version {theirs.version} of <bdi>{theirs.name}</bdi>;
        your tab is based on version {tab?.document?.version}. All versions are kept, whichever you
        choose.
      </Text>
      <DiffTable
        lines={lines}
        left={`Version ${theirs.version}, by ${theirs.changedBy}`}
        right="Your text"
      />
      <Problem error={save.error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="default" onClick={beside}>
          Open their version in a tab
        </Button>
        <Button variant="default" onClick={() => showDialog({kind: 'save', tabId})}>
          Save as new query
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Save mine as version {theirs.version + 1}
        </Button>
      </Group>
    </>
  );
}
