import {flag, named, object, oneOf, text, time} from '@gazetteer/kernel/shape';

export const digestTimes = ['NEVER', 'DAILY', 'WEEKLY'] as const;

const every = oneOf(digestTimes, 'How often, at the times that the administrator has set');

export const digest = named('FollowDigest', 'How a user is told by mail of what they follow', () =>
  object(
    {
      every,
      address: text('Mail address; empty where none was set'),
      isPossible: flag('Whether the catalog can send mail'),
      dueTime: time('When the next is due; absent where none is'),
      sentTime: time('When the last was sent; absent before the first'),
      error: text('Why the last could not be sent; absent where it could'),
    },
    ['every', 'address', 'isPossible'],
  ),
);

export const digestInput = named('FollowDigestInput', 'What is left out is kept', () =>
  object({every, address: text('Mail address that digests are sent to')}),
);
