import {ask} from '../api/request.ts';
import {labelOf} from './run.ts';

/** A statement that is not with its server yet: docs/editor-api.md. */
export type Waiting = {
  readonly uuid: string;
  readonly engine: string;
  readonly sql: string;
  readonly step: 'line' | 'session' | 'turn' | 'server';
  readonly ahead: number;
};

/** Those of the person at the browser. */
export async function readWaiting(signal?: AbortSignal): Promise<readonly Waiting[]> {
  return (await ask('GET /api/v1/queries/waiting', {}, {signal})).waiting;
}

/** The page knows it by its text alone, as long as the answer to its sending has not come. */
export function isFor(waiting: Waiting, engine: string, label: string): boolean {
  return waiting.engine === engine && labelOf(waiting.sql) === label;
}
