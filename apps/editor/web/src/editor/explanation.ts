import {messageOf} from '@gazetteer/ui';
import {ask} from '../api/request.ts';
import type {ExecuteRequest} from '../run/runner.ts';

/** The plan of a statement, or why there is none. */
export type Explanation = {readonly statement: string; readonly text: string | undefined};

let shown: Explanation | undefined;
const listeners = new Set<() => void>();

export const explanation = {
  get: (): Explanation | undefined => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  close: (): void => show(undefined),
};

function show(next: Explanation | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Asks the server how it would run a statement. */
export async function showExplanation({engine, text, database, variables}: ExecuteRequest): Promise<void> {
  if (text.trim() === '') return;
  show({statement: text, text: undefined});
  const snippet = {
    type: engine,
    statement: text,
    database,
    variables: Object.entries(variables).map(([name, value]) => ({name, value})),
  };
  try {
    const {explanation: plan} = await ask('POST /api/editor/explain', {body: {snippet}});
    if (shown?.statement === text) show({statement: text, text: plan});
  } catch (error) {
    if (shown?.statement === text) show({statement: text, text: messageOf(error)});
  }
}
