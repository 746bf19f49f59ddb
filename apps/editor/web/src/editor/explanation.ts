import {messageOf} from '@gazetteer/ui';
import {ask} from '../api/request.ts';
import {sharedValue} from '../shared-value.ts';
import type {ExecuteRequest} from '../run/runner.ts';

/** The plan of a statement, or why there is none. */
export type Explanation = {
  readonly request: ExecuteRequest;
  readonly text: string | undefined;
  /** As data, where the engine has it so. */
  readonly plan?: string;
  /** Whether it can be run for rows and times of its steps, or was, and what came of that. */
  readonly analysis?: 'possible' | 'done' | 'nothing told' | undefined;
};

/**
 * The one on the screen. Undefined while none is open; `text` undefined while the server is asked.
 */
export const explanation = sharedValue<Explanation | undefined>(undefined);
/** The question to the server. */
let asking = new AbortController();

/** A statement that is run for its plan runs no longer than somebody looks at it. */
export function closeExplanation(): void {
  asking.abort();
  explanation.set(undefined);
}

/**
 * Asks the server how it would run a statement.
 * @param analyze runs it, and tells what each step took
 */
export async function showExplanation(request: ExecuteRequest, analyze = false): Promise<void> {
  const {engine, text: statement, database, variables} = request;
  if (statement.trim() === '') return;
  // What runs may tell nothing of its own plan; then the one that was shown stays.
  const planned = analyze ? (explanation.get()?.plan ?? '') : '';
  asking.abort();
  asking = new AbortController();
  const {signal} = asking;
  const asked: Explanation = {request, text: undefined};
  explanation.set(asked);
  const tell = (told: Omit<Explanation, 'request'>) =>
    // It may have been closed, or another one asked for.
    explanation.get() === asked && explanation.set({request, ...told});
  const snippet = {
    type: engine,
    statement,
    database,
    variables: Object.entries(variables).map(([name, value]) => ({name, value})),
  };
  try {
    const told = await ask('POST /api/editor/explain', {body: {snippet, analyze}}, {signal});
    const isPossible = told.can_analyze ? 'possible' : undefined;
    const hasTold = told.plan === '' ? 'nothing told' : 'done';
    const analysis = analyze ? hasTold : isPossible;
    tell({text: told.explanation, plan: told.plan || planned, analysis});
  } catch (error) {
    tell({text: messageOf(error)});
  }
}
