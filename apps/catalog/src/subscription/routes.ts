import {routesOf, streams} from '@gazetteer/kernel/http';
import {AppError} from '@gazetteer/model';
import {callerOf, type Door, type Route} from '../api/route.ts';
import {subscriptionOperations} from './operations.ts';
import {openTarget, type Means} from './open-target.ts';
import * as shapes from './shapes.ts';

export type SubscriptionDoor = Door & {readonly means: Means};
const stream = streams<SubscriptionDoor>();

export const subscriptionRoutes: readonly Route<SubscriptionDoor>[] = [
  ...routesOf(subscriptionOperations),
  stream(
    'POST /v2/subscriptions/{uuid}/test',
    {
      change: 'unrehearsed',
      summary: 'Send a test message',
      description:
        'For administrators. To where the subscription delivers to, paused or not: a message in a chat or mail, a request without changes to a webhook; of Kafka only the brokers are asked. 400 says why it failed.',
      answer: shapes.sent,
      errors: ['NOT_ALLOWED', 'NOT_FOUND', 'BAD_REQUEST'],
    },
    async ({uuid}, request, _reply, {host, means}) => {
      const {subscriptionToTest} = subscriptionOperations;
      const one = await host.call(subscriptionToTest, callerOf(request), {uuid});
      const target = openTarget(one, means);
      try {
        return {message: await target.test()};
      } catch (error) {
        throw new AppError('BAD_REQUEST', [`It could not be sent: ${(error as Error).message}`]);
      } finally {
        await target.close();
      }
    },
  ),
];
