import {messageOf} from '@gazetteer/ui';
import {ask} from '../api/request.ts';
import {explanation, type Explanation} from '../editor/explanation.ts';
import type {ExecuteRequest} from './runner.ts';

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
