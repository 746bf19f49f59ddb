import {AppError} from '@gazetteer/model';
import {integer, text} from '../api/parameters.ts';
import {serve, type Route} from '../api/route.ts';
import * as shapes from './shapes.ts';

const maxLimit = 1000;
const maxWaitMs = 60_000;

/** What other systems follow, and what they hand in. */
export const notificationRoutes: readonly Route[] = [
  serve(
    'GET /v2/changes',
    {
      summary: 'What happened to entities, oldest first',
      description:
        'From the oldest change that is kept, or from where an earlier answer ended. Entities are told as they are when they are read.',
      query: {
        after: text('`next` of an earlier answer; `now` for the end of all changes'),
        limit: integer(`Changes in one answer, ${maxLimit} at most`, {default: 100, min: 1}),
        wait: integer(`Milliseconds to wait for a change when there is none, ${maxWaitMs} at most`, {
          default: 0,
          min: 0,
        }),
      },
      answer: shapes.changes,
      errors: ['BAD_REQUEST', 'CHANGES_GONE'],
    },
    async ({after, limit, wait}, request, reply, {changes}) => {
      if (changes === undefined) throw new AppError('BAD_REQUEST', ['the feed of changes is off (--change-feed)']);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const asker = {actor: request.actor, requestId: request.id};
      const range = {after, limit: Math.min(limit, maxLimit), waitMs: Math.min(wait, maxWaitMs)};
      return reply.send(await changes.read(asker, range, gone.signal));
    },
  ),
];
