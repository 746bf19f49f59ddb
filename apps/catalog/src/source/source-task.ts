import type {Guid} from '@gazetteer/model';
import type {Task} from '@gazetteer/store';
import type {Named, ReadOutcome} from './source-calls.ts';

/** Runs of all sources together that are looked through. */
export const lastTasks = 5000;

export type SourceRunParameters = ReadOutcome & {
  readonly source: string;
  readonly isRehearsal: boolean;
  readonly trigger: 'PERSON' | 'SCHEDULE';
};

export type SourceTask = Task & {readonly parameters: SourceRunParameters};

export type SourceRunJson = Pick<Task, 'guid' | 'status' | 'createdTime'> &
  SourceRunParameters & {
    readonly requestedBy: string;
    readonly startTime?: number;
    readonly endTime?: number;
    readonly errorMessage?: string;
  };

const none: Named = {count: 0, names: []};
export const nothingRead: ReadOutcome = {
  assets: 0,
  created: none,
  changed: none,
  deleted: none,
  problems: [],
};

/** A run as the API tells it: what has not happened is left out. */
export function runJson({
  guid,
  status,
  createdBy,
  createdTime,
  startTime,
  endTime,
  errorMessage,
  parameters,
}: SourceTask): SourceRunJson {
  return {
    guid: guid satisfies Guid,
    status,
    requestedBy: createdBy,
    createdTime,
    ...(startTime === 0 ? {} : {startTime}),
    ...(endTime === 0 ? {} : {endTime}),
    ...(errorMessage === '' ? {} : {errorMessage}),
    ...parameters,
  };
}
