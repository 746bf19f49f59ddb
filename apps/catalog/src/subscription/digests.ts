import {body} from '@gazetteer/kernel';
import {AppError} from '@gazetteer/model';
import {mailProblem} from '@gazetteer/server/mail';
import {nextRun} from '@gazetteer/server/schedule';
import {
  followDigestOf,
  removeFollowDigest,
  saveFollowDigest,
  type DigestEvery,
  type FollowDigest,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {change, query} from '../operation.ts';
import {isMailAddress} from './given-subscription.ts';
import * as shapes from './digest-shapes.ts';

type DigestJson = {
  every: DigestEvery | 'NEVER';
  address: string;
  isPossible: boolean;
  dueTime?: number;
  sentTime?: number;
  error?: string;
};
type Given = {every?: DigestEvery | 'NEVER' | null; address?: string | null};

/** GET /follows/digest */
export const readDigest = query('GET /v2/follows/digest', {
  summary: 'How often the caller gets changes by mail',
  description: 'Only the caller sees it. An addition to the Atlas API.',
  answer: shapes.digest,
  logAs: 'Follows.digest',
  run: async (graph, _input, c): Promise<DigestJson> =>
    jsonOf(await followDigestOf(graph, c.actor.userName), c),
});

/** PUT /follows/digest @throws INVALID_PARAMETERS, CONFLICT */
export const changeDigest = change('PUT /v2/follows/digest', {
  summary: 'Change how often the caller gets changes by mail',
  description:
    'The mail has what others changed of what the caller follows since the mail before, and is not sent where that is nothing. NEVER removes the address as well. An addition to the Atlas API.',
  body: body(shapes.digestInput, given => given),
  answer: shapes.digest,
  errors: ['BAD_REQUEST', 'INVALID_PARAMETERS', 'CONFLICT'],
  logAs: 'Follows.changeDigest',
  run: async (tx, {body: given}, c): Promise<DigestJson> => {
    if ((given ?? null) === null) throw bad('every or address is needed');
    const {userName} = c.actor;
    const before = await followDigestOf(tx, userName, 'keep');
    const {every: wanted, address: text} = given as Given;
    const every = wanted ?? before?.every ?? 'NEVER';
    if (every === 'NEVER') {
      if (before !== undefined) await removeFollowDigest(tx, userName);
      return jsonOf(undefined, c);
    }
    const {hasMail, mailDomains} = c.settings.subscriptions;
    if (!hasMail) throw new AppError('CONFLICT', ['No mail server is configured (--mail-server)']);
    const address = (text ?? before?.address ?? '').trim();
    if (address.length > 254 || !isMailAddress(address))
      throw bad(address === '' ? 'address is needed' : `${address} is no mail address`);
    const problem = mailProblem(address, mailDomains);
    if (problem !== undefined) throw bad(problem);
    const now = c.now();
    const after: FollowDigest = {
      userName,
      every,
      address,
      dueTime: nextDue(every, now, c),
      toldTime: before?.toldTime ?? now,
      sentTime: before?.sentTime ?? 0,
      attempts: 0,
      error: '',
    };
    await saveFollowDigest(tx, after);
    return jsonOf(after, c);
  },
});

/** The time after `now` at which the next one is to be sent. */
export function nextDue(every: DigestEvery, now: number, {settings}: Context): number {
  return nextRun(settings.digests[every], now);
}

function jsonOf(digest: FollowDigest | undefined, {settings}: Context): DigestJson {
  const isPossible = settings.subscriptions.hasMail;
  if (digest === undefined) return {every: 'NEVER', address: '', isPossible};
  const {every, address, dueTime, sentTime, error} = digest;
  return {
    every,
    address,
    isPossible,
    dueTime,
    ...(sentTime === 0 ? {} : {sentTime}),
    ...(error === '' ? {} : {error}),
  };
}

const bad = (message: string) => new AppError('INVALID_PARAMETERS', [message]);
