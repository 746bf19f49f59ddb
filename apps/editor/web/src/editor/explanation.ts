import {messageOf} from '@gazetteer/ui';
import {ask} from '../api/request.ts';
import {sharedValue} from '../shared-value.ts';
import type {ExecuteRequest} from '../run/runner.ts';

/** The plan of a statement, or why there is none. */
export type Explanation = {
  readonly statement: string;
  readonly text: string | undefined;
  /** As data, where the engine has it so. */
  readonly plan?: string;
};

/** The one on the screen. */
export const explanation = sharedValue<Explanation | undefined>(undefined);

/** Asks the server how it would run a statement. */
export async function showExplanation({
  engine,
  text,
  database,
  variables,
}: ExecuteRequest): Promise<void> {
  if (text.trim() === '') return;
  explanation.set({statement: text, text: undefined});
  const snippet = {
    type: engine,
    statement: text,
    database,
    variables: Object.entries(variables).map(([name, value]) => ({name, value})),
  };
  try {
    const {explanation: told, plan} = await ask('POST /api/editor/explain', {body: {snippet}});
    if (explanation.get()?.statement === text) explanation.set({statement: text, text: told, plan});
  } catch (error) {
    if (explanation.get()?.statement === text)
      explanation.set({statement: text, text: messageOf(error)});
  }
}
