import {body} from '@gazetteer/kernel';
import {anything} from '@gazetteer/kernel/shape';
import {
  AppError,
  entitiesToldOf,
  JsonError,
  readLineageEvent,
  type LineageEvent,
} from '@gazetteer/model';
import {addMessages} from '@gazetteer/store';
import {open} from '../access/needs.ts';
import type {Catalog, Context} from '../catalog.ts';
import {checkCount} from '../entity/save-entities.ts';
import {steps} from '../operation.ts';
import {writeWithTypes} from './open-lineage-types.ts';
import * as shapes from './shapes.ts';

/** Where events stand in the inbox: their topic, as if they came by one. */
export const lineageTopic = 'OPENLINEAGE';

const may = {...open, privilege: 'service-notification-post'} as const;

/**
 * POST /lineage/events: an event is in safety when this is answered, and taken in after those that
 * came before it.
 */
export const receiveLineageEvent = steps('POST /v2/lineage/events', {
  summary: 'Send an OpenLineage event',
  description:
    'Also at `/api/v1/lineage`, where producers of OpenLineage send by default. The event is stored when this is answered and processed after those before it.',
  body: body(anything),
  status: 201,
  errors: ['BAD_REQUEST', 'INBOX_FULL', 'TOO_MANY_ENTITIES'],
  may,
  scopes: ['lineage'],
  on: 'writer',
  read: ({body: json}, c) => {
    checkEvent(c, json);
    return {events: [json]};
  },
  run: async (c, {events}: {events: readonly unknown[]}): Promise<void> => await keep(c, events),
});

/** POST /lineage/events/batch: bad ones are told, and the others are taken. */
export const receiveLineageEvents = steps('POST /v2/lineage/events/batch', {
  summary: 'Send several OpenLineage events',
  description:
    'A list of events; also at `/api/v1/lineage/batch`. Those that are wrong are listed with the reason, the others are processed.',
  body: body(anything),
  answer: shapes.batchResult,
  errors: ['BAD_REQUEST', 'INBOX_FULL'],
  may,
  scopes: ['lineage'],
  on: 'writer',
  read: ({body: json}) => {
    if (!Array.isArray(json)) throw new JsonError('Expected a list of events', undefined);
    return {events: json as readonly unknown[]};
  },
  run: async (c, {events}: {events: readonly unknown[]}): Promise<BatchResult> => {
    const failed = events.flatMap((event, index) => {
      const reason = refusal(c, event);
      return reason === undefined ? [] : [{index, reason, retriable: false}];
    });
    await keep(
      c,
      events.filter((_event, i) => !failed.some(({index}) => index === i)),
    );
    const successful = events.length - failed.length;
    return {
      status: failed.length === 0 ? 'success' : 'partial_success',
      summary: {
        received: events.length,
        successful,
        failed: failed.length,
        retriable: 0,
        non_retriable: failed.length,
      },
      failed_events: failed,
    };
  },
});

/**
 * What became of each event of a batch, in the form that OpenLineage clients read: one that fails
 * stops no other.
 */
export type BatchResult = {
  status: 'success' | 'partial_success';
  summary: {
    received: number;
    successful: number;
    failed: number;
    retriable: number;
    non_retriable: number;
  };
  failed_events: {index: number; reason: string; retriable: boolean}[];
};

function refusal(c: Context, event: unknown): string | undefined {
  try {
    checkEvent(c, event);
    return undefined;
  } catch (error) {
    if (error instanceof JsonError || error instanceof AppError) return error.message;
    throw error;
  }
}

/** One transaction takes in all of it. @throws JsonError, TOO_MANY_ENTITIES */
function checkEvent(c: Context, json: unknown): void {
  checkCount(c, entitiesToldOf(readLineageEvent(json)));
}

async function keep(c: Catalog, events: readonly unknown[]): Promise<void> {
  if (events.length === 0) return;
  const {maxWaiting} = c.settings.hook;
  const user = c.actor.userName;
  const messages = events.map(event => ({
    topic: lineageTopic,
    origin: '',
    text: JSON.stringify({user, event}),
  }));
  const isTaken = await writeWithTypes(c, 'Inbox.add', tx =>
    addMessages(tx, messages, {now: Date.now(), maxWaiting}),
  );
  if (!isTaken) throw new AppError('INBOX_FULL', [String(maxWaiting)]);
}

/** What a message of the inbox holds, which was read before it was kept. */
export function readKeptEvent(text: string): {user: string; event: LineageEvent} {
  const {user, event} = JSON.parse(text) as {user: string; event: unknown};
  return {user, event: readLineageEvent(event)};
}
