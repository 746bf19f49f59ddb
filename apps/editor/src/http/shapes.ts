import {integer, list, named, object, oneOf, text, time, type Shape} from '@gazetteer/kernel/shape';

type Members = Readonly<Record<string, Shape>>;

/** Members that are all there but the optional ones. */
export const whole = (members: Members, optional: readonly string[] = []): Shape =>
  object(
    members,
    Object.keys(members).filter(name => !optional.includes(name)),
  );

/** An answer of the calls that tell by `status` how it went. */
export const answer = (members: Members, optional: readonly string[] = []): Shape =>
  whole({status: integer('0: it went well'), ...members}, optional);

export const stateNames = [
  'sending',
  'waiting',
  'starting',
  'running',
  'available',
  'failed',
  'expired',
  'canceled',
] as const;
export const state = named(
  'QueryState',
  'How far a statement is; `sending` until the server has taken it',
  () => oneOf(stateNames),
);

export const column = named('Column', 'A column', () =>
  whole({
    name: text('Its name'),
    type: text('Its type'),
    comment: text('What people wrote about it'),
  }),
);
export const statementTime = (words: string): Shape => time(`${words}, in milliseconds since 1970`);
export const textList = (words: string): Shape => list(text(), words);
