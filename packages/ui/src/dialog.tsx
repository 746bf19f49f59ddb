import {Button, Group, Modal, Stack} from '@mantine/core';
import type {ReactNode} from 'react';
import classes from './dialog.module.css';
import {Problem} from './problem.tsx';

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly size?: string;
  /** Made anew whenever the dialog opens, so that it begins with what is stored. */
  readonly children: ReactNode;
};

/** A dialog with a form in it. A click beside it does not close it: what is typed would be lost. */
export function Dialog({isOpen, onClose, title, size = 'md', children}: DialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={size} closeOnClickOutside={false}>
      {isOpen && children}
    </Modal>
  );
}

type DialogFormProps = {
  /** The verb on the button. */
  readonly action: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
  /** False: there is nothing to send yet. The server judges the rest. */
  readonly isReady?: boolean;
  /** What went wrong with the last try. */
  readonly error?: unknown;
  readonly children: ReactNode;
};

/** The fields of a dialog, what was wrong with them, and the buttons. */
export function DialogForm({
  action,
  onSubmit,
  onCancel,
  isBusy,
  isReady = true,
  error = null,
  children,
}: DialogFormProps) {
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        // Forms of dialogs over dialogs are no part of each other, but React's events go up all the
        // same.
        event.stopPropagation();
        onSubmit();
      }}
    >
      <Stack>
        {children}
        <Problem error={error} />
        <Group justify="flex-end" className={classes['buttons']}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
