import type {OpenedDocument} from '../api/wire.ts';
import {savedVariables} from '../documents/sheet-document.ts';
import type {Schedule} from './schedule-queries.ts';

export type Rule = Schedule['rules'][number];
export type Condition = NonNullable<Schedule['condition']>;

/** What the dialog holds. */
export type ScheduleDraft = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly retries: number;
  readonly retryPauseSeconds: number;
  readonly keep: number;
  readonly condition: Condition | undefined;
  readonly rules: readonly Rule[];
};

/** As it is stored, or what a new one begins with. */
export function draftOf(
  {name, content}: Pick<OpenedDocument, 'name' | 'content'>,
  schedule: Schedule | undefined,
): ScheduleDraft {
  if (schedule !== undefined) return {condition: undefined, ...schedule};
  return {
    name,
    cron: '0 6 * * *',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    variables: savedVariables(content),
    retries: 0,
    retryPauseSeconds: 60,
    keep: 5,
    condition: undefined,
    rules: [{on: 'failed', by: 'product', to: ''}],
  };
}

/** As it is sent: an empty field of a variable means its default. */
export function fieldsOf(draft: ScheduleDraft): ScheduleDraft {
  const {name, cron, timeZone, retries, retryPauseSeconds, keep, condition} = draft;
  const variables = Object.fromEntries(
    Object.entries(draft.variables).filter(([, value]) => value !== ''),
  );
  const rules = draft.rules.filter(({on}) => on !== 'condition' || condition !== undefined);
  return {name, cron, timeZone, variables, retries, retryPauseSeconds, keep, condition, rules};
}
