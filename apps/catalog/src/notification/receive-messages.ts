import {AppError} from '@gazetteer/model';
import {readRecord} from '@gazetteer/events';
import {addMessages, type NewMessage} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

export type HandedIn = {
  readonly topic: string;
  /** `origin` is where a record stands in its topic, so that it is not taken twice; empty for none. */
  readonly records: readonly {readonly origin: string; readonly text: string}[];
};

/**
 * Has messages of hooks in safety, to be taken in one after the other. What cannot be read is kept beside, with the reason.
 * @throws INBOX_FULL
 */
export async function receiveMessages(c: Catalog, {topic, records}: HandedIn): Promise<void> {
  const messages = records.map(({origin, text}): NewMessage => ({topic, origin, text, ...placeOf(text)}));
  for (const {error} of messages)
    if (error !== undefined) c.log.error({topic, reason: error}, 'message cannot be read');
  if (messages.length === 0) return;
  const maxWaiting = c.settings.hook.maxWaiting;
  const isTaken = await c.write('Inbox.add', tx => addMessages(tx, messages, {now: Date.now(), maxWaiting}));
  if (!isTaken) throw new AppError('INBOX_FULL', [String(maxWaiting)]);
}

function placeOf(text: string): Pick<NewMessage, 'segment' | 'error'> {
  try {
    const {segment} = readRecord(text);
    return segment === undefined ? {} : {segment};
  } catch (error) {
    return {error: error instanceof Error ? error.message : String(error)};
  }
}

/** What a body of POST /notification/topic holds: a list of messages, each as text or as JSON, or one of them. */
export function messagesOfBody(body: string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    // One message that is no JSON is one that cannot be read.
    return [body];
  }
  const list: readonly unknown[] = Array.isArray(json) ? json : [json];
  return list.map(one => (typeof one === 'string' ? one : JSON.stringify(one)));
}
