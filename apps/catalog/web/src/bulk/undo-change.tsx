import {Button, Stack, Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {Undo2} from 'lucide-react';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {Rehearsed} from './rehearsed.tsx';

type UndoChangeProps = {
  readonly changeId: string;
  /** What is undone, in a few words. */
  readonly text: string;
  /** What else there is to know before. */
  readonly note?: string;
};

/** Undoes a change once it was shown what comes back and what stays. */
export function UndoChange({changeId, text, note}: UndoChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Undo2 size={14} />}
        onClick={() => setOpen(true)}
      >
        Undo
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Undo">
        <Stack>
          {note !== undefined && <Text size="sm">{note}</Text>}
          <Rehearsed
            text={text}
            verb="Undo on"
            start={async isRehearsal => {
              const asked = {path: {changeId}, query: {isRehearsal}};
              return (await client.call('POST /v2/undo/{changeId}', asked)).change;
            }}
            back="Cancel"
            onBack={close}
            onStarted={close}
          />
        </Stack>
      </Dialog>
    </>
  );
}
