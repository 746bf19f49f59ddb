import type {EditorView} from '@codemirror/view';
import {useEffect, useState} from 'react';
import type {Engine} from '../api/wire.ts';
import type {Extras} from './code-editor.tsx';

/** Once for the page: the second sheet has all of it with its first drawing. */
let loaded: typeof import('./extras.ts') | undefined;

export function useExtras({type, dialect}: Engine, database: () => string): Extras | undefined {
  const [extras, setExtras] = useState<Extras | undefined>(() =>
    loaded?.extrasFor(type, dialect, database),
  );
  useEffect(() => {
    let isGone = false;
    let undo = () => {};
    const load = async () => {
      // Keys, colours, completion, search and marks are not needed to begin with.
      loaded ??= await import('./extras.ts');
      if (isGone) return;
      setExtras(loaded.extrasFor(type, dialect, database));
      undo = loaded.warmAssistant(type, dialect, database());
    };
    void load();
    return () => {
      isGone = true;
      undo();
    };
  }, [type, dialect, database]);

  return extras;
}

/** Proposals in sight, or on their way, where there can be any yet. */
export function closeProposals(view: EditorView): void {
  loaded?.closeProposals(view);
}

export function showFailure(
  ...[view, failure]: Parameters<NonNullable<typeof loaded>['showFailure']>
): void {
  loaded?.showFailure(view, failure);
}
