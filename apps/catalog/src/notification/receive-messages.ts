import {readRecord} from '@gazetteer/events/envelope';
import {addMessages, type NewMessage} from '@gazetteer/store';
import {open} from '../access/needs.ts';
import {change} from '../operation.ts';

export type HandedIn = {
  readonly topic: string;
  /**
   * `origin` is where a record stands in its topic, so that it is not taken twice; empty for none.
   */
  readonly records: readonly {readonly origin: string; readonly text: string}[];
};

/**
 * Has messages of hooks in safety, to be taken in one after the other. What cannot be read is kept
 * beside, with the reason.
 * @returns how many may wait where that many do and none was taken: that there is no room is no
 * rollback
 */
export const receiveMessages = change({
  may: {...open, privilege: 'service-notification-post'},
  logAs: 'Inbox.add',
  read: ({topic, records}: HandedIn, c) => {
    const messages = records.map(({origin, text}): NewMessage => ({
      topic,
      origin,
      text,
      ...placeOf(text),
    }));
    for (const {error} of messages)
      if (error !== undefined) c.log.error({topic, reason: error}, 'message cannot be read');
    return messages;
  },
  run: async (tx, messages, c): Promise<{readonly maxWaiting: number} | undefined> => {
    if (messages.length === 0) return undefined;
    const {maxWaiting} = c.settings.hook;
    return (await addMessages(tx, messages, {now: Date.now(), maxWaiting}))
      ? undefined
      : {maxWaiting};
  },
});

/**
 * What a message is a part of. One that cannot be read is kept with its error, so that nothing that
 * was accepted is lost.
 */
function placeOf(text: string): Pick<NewMessage, 'segment' | 'error'> {
  try {
    const {segment} = readRecord(text);
    return segment === undefined ? {} : {segment};
  } catch (error) {
    return {error: error instanceof Error ? error.message : String(error)};
  }
}

/**
 * What a body of POST /notification/topic holds: a list of messages, each as text or as JSON, or
 * one of them.
 */
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
