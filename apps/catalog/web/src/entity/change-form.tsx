import {DialogForm, toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import type {ReactNode} from 'react';
import {refresh} from './refresh.ts';
import {undoable} from './undoable.ts';

type ChangeFormProps<Answer> = {
  /** The verb on the button. */
  readonly action?: string;
  readonly send: () => Promise<Answer>;
  /** What is told when it has worked. */
  readonly done?: string | undefined;
  /** After that, with the server's answer. */
  readonly onDone?: ((answer: Answer) => void) | undefined;
  readonly onClose: () => void;
  /** False: there is nothing to send yet. */
  readonly isReady?: boolean;
  /** What else is wrong, such as with what the form needs to know. */
  readonly problem?: unknown;
  readonly children: ReactNode;
};

/**
 * The form of a dialog that changes something stored: sends it, asks anew for whatever may show it,
 * and closes.
 */
export function ChangeForm<Answer>({
  action = 'Save',
  send,
  done,
  onDone,
  onClose,
  problem,
  ...form
}: ChangeFormProps<Answer>) {
  const change = useMutation({
    mutationFn: () => undoable(send),
    // Of several requests the first may have worked.
    onError: refresh,
    onSuccess: async ({answer, undo}) => {
      // Before the dialog closes: what it covers is up to date when it is seen.
      await refresh();
      if (done !== undefined) toast({kind: 'done', title: done, action: undo});
      onClose();
      onDone?.(answer);
    },
  });
  return (
    <DialogForm
      action={action}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
      isBusy={change.isPending}
      error={change.error ?? problem}
      {...form}
    />
  );
}
