import {Button, Group, Modal, Stack} from '@mantine/core';
import {useEffect, useState} from 'react';
import type {Question} from './confirm.tsx';

type ConfirmDialogProps = {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onAnswer: (yes: boolean) => void;
};

/** The dialog of a question, loaded with the first one. */
export function ConfirmDialog({question, isOpen, onAnswer}: ConfirmDialogProps) {
  const {title, text, action, isDangerous = false} = question;
  // The library remembers where the focus was only of a dialog that was closed before.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  const focused = {'data-autofocus': true};
  return (
    // Above the dialog that asks.
    <Modal opened={isShown} onClose={() => onAnswer(false)} title={title} zIndex={500}>
      <Stack>
        <div>{text}</div>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => onAnswer(false)}
            {...(isDangerous ? focused : {})}
          >
            Cancel
          </Button>
          <Button
            color={isDangerous ? 'red.8' : 'sea'}
            onClick={() => onAnswer(true)}
            {...(isDangerous ? {} : focused)}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
