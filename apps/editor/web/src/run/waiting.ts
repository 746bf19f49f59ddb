import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {labelOf} from './run.ts';

/** A statement that is not with its server yet, and what it waits for. */
export type Waiting = Answer<'GET /api/v1/queries/waiting'>['waiting'][number];

/** Those of the person at the browser. */
export async function readWaiting(signal?: AbortSignal): Promise<readonly Waiting[]> {
  return (await ask('GET /api/v1/queries/waiting', {}, {signal})).waiting;
}

/** The page knows it by its text alone, as long as the answer to its sending has not come. */
export function isFor(waiting: Waiting, engine: string, label: string): boolean {
  return waiting.engine === engine && labelOf(waiting.sql) === label;
}
