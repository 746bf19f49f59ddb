import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));

export type Question = {
  readonly title: string;
  readonly text: ReactNode;
  /** The verb on the button: what will be done, never "OK". */
  readonly action: string;
  /** Red, and the focus is on Cancel: for what cannot be taken back. */
  readonly isDangerous?: boolean;
};

/** As a promise, so that who asks reads on in one function. */
type Ask = (question: Question) => Promise<boolean>;
type Open = Question & {readonly answer: (yes: boolean) => void};

/** Without a provider nothing is confirmed, and so nothing is done. */
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/**
 * Asks before something is done; resolves with false when the dialog is closed in any other way.
 */
export function useConfirm(): Ask {
  return useContext(ConfirmContext);
}

export function ConfirmProvider({children}: {children: ReactNode}) {
  // The question stays when the dialog closes: a dialog that fades out must not lose its words
  // before.
  const [open, setOpen] = useState<Open>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = useCallback<Ask>(
    question =>
      new Promise(answer => {
        setOpen({...question, answer});
        setIsOpen(true);
      }),
    [],
  );
  const close = (yes: boolean) => {
    open?.answer(yes);
    setIsOpen(false);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense>
        {open !== undefined && <ConfirmDialog question={open} isOpen={isOpen} onAnswer={close} />}
      </Suspense>
    </ConfirmContext>
  );
}
