import {setTimeout as delay} from 'node:timers/promises';
import type {Database, Session} from '@gazetteer/db';
import {type OutgoingMessage, postSigned, type Publisher} from '@gazetteer/events';
import type {KafkaOptions} from '@gazetteer/events/kafka';
import type {Mailer, MailSettings} from '@gazetteer/events/mail';
import {type Log, mailProblem} from '@gazetteer/server';
import {addNotices, type Message} from './notices.ts';
import {nowOf, takeTurn} from './schedules.ts';

export type CourierSettings = {
  readonly mail: MailSettings | undefined;
  /** Where webhooks may lead: to the public web, everywhere, nowhere. */
  readonly webhooks: 'public' | 'all' | 'off';
  /** Topics that may be written to; the client is loaded with the first record. */
  readonly kafka: {readonly topics: readonly string[]; readonly connection: KafkaOptions};
  /** Where people find the editor, for links; empty where that is not known. */
  readonly address: string;
};

type Delivery = {
  readonly uuid: string;
  readonly schedule: string;
  readonly owner: string;
  readonly kind: 'mail' | 'webhook' | 'kafka';
  readonly target: string;
  readonly content: string;
  readonly attempts: number;
  readonly secret: string;
};

const maxAttempts = 5;
/** 1, 4, 16 and 64 minutes. */
const pauseMs = (attempt: number) => 60_000 * 4 ** (attempt - 1);
const whatFailed = {
  mail: 'Couldn’t send a mail',
  webhook: 'Couldn’t send a webhook',
  kafka: 'Couldn’t write to Kafka',
} as const;
const atATime = 4;
/** Longer than a delivery may take: another process takes it up when this one is gone. */
const busyMs = 120_000;
const timeoutMs = 30_000;
/** What is being sent has so long when the editor stops. */
const closingMs = 2000;

/**
 * Takes what schedules tell out of the house. Each is tried several times, and given up with a word
 * to whoever wanted it. One whose process ended while it was sent is sent again.
 */
export class Courier {
  readonly #settings: CourierSettings;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #topics = new Map<string, Promise<Publisher>>();
  /** The last record of each topic. */
  readonly #records = new Map<string, Promise<unknown>>();
  #mailer: Promise<Mailer> | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  #isSending = false;

  constructor(settings: CourierSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  get hasMail(): boolean {
    return this.#settings.mail !== undefined;
  }

  get hasWebhooks(): boolean {
    return this.#settings.webhooks !== 'off';
  }

  get kafkaTopics(): readonly string[] {
    return this.#settings.kafka.topics;
  }

  mailProblem(address: string): string | undefined {
    return mailProblem(address, this.#settings.mail?.domains ?? []);
  }

  /** Begins to send what is due, and waits for none of it. */
  async deliver(db: Database): Promise<void> {
    if (this.#isSending || this.#closing.signal.aborted) return;
    if (!(await db.read(isDue))) return;
    const due = await db.write(takeDue);
    this.#isSending = due.length > 0;
    this.#sending = Promise.all(due.map(one => this.#deliver(db, one))).finally(() => {
      this.#isSending = false;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The editor was stopped.'));
    // A server that does not answer is not waited for: what was not sent is sent again.
    await Promise.race([this.#sending, delay(closingMs, undefined, {ref: false})]);
    (await this.#mailer)?.close();
    for (const publisher of this.#topics.values()) await (await publisher).close();
  }

  async #deliver(db: Database, one: Delivery): Promise<void> {
    const {uuid, kind} = one;
    try {
      await this.#send(one);
      await db.write(session => session.run('DELETE FROM editor_delivery WHERE uuid = ?', [uuid]));
    } catch (error) {
      this.#log.warn({error, kind, schedule: one.schedule}, 'a notice could not be sent');
      const why = (error as Error).message;
      await db
        .write(session => putBack(session, one, why, this.#closing.signal.aborted))
        .catch((reason: unknown) =>
          this.#log.error({error: reason, delivery: uuid}, 'a notice is unsettled'),
        );
    }
  }

  async #send({uuid, kind, target, content, secret}: Delivery): Promise<void> {
    const {title, text, ...event} = JSON.parse(content) as Message;
    const {address, webhooks, mail} = this.#settings;
    const link = address === '' ? undefined : `${address}/app/schedules/${event.schedule.uuid}`;
    if (kind === 'mail') {
      if (mail === undefined) throw new Error('No mail server is configured.');
      const problem = this.mailProblem(target);
      if (problem !== undefined) throw new Error(problem);
      this.#mailer ??= import('@gazetteer/events/mail').then(({Mailer}) => new Mailer(mail));
      const said = link === undefined ? text : `${text}\n\n${link}`;
      await (await this.#mailer).send({id: uuid, to: target, subject: title, text: said});
      return;
    }
    const body = JSON.stringify({...event, title, text, link});
    if (kind === 'kafka') {
      await this.#publish(target, {id: uuid, key: event.schedule.uuid, body});
      return;
    }
    if (webhooks === 'off') throw new Error('Webhooks are switched off here.');
    await postSigned({
      url: new URL(target),
      body,
      delivery: uuid,
      secret,
      allowPrivate: webhooks === 'all',
      timeoutMs,
      signal: this.#closing.signal,
    });
  }

  /** One behind the other: one that fails closes the connection that those of a topic share. */
  async #publish(topic: string, record: OutgoingMessage): Promise<void> {
    const publisher = await this.#publisherOf(topic);
    const before = this.#records.get(topic) ?? Promise.resolve();
    const published = before.then(() => publisher.publish([record]));
    this.#records.set(
      topic,
      published.catch(() => undefined),
    );
    await published;
  }

  /** @throws Error where the administrator has taken the topic off the list since */
  async #publisherOf(topic: string): Promise<Publisher> {
    const {topics, connection} = this.#settings.kafka;
    if (!topics.includes(topic))
      throw new Error('Notifications may not go to this topic (--schedule-topics).');
    const known = this.#topics.get(topic);
    if (known !== undefined) return await known;
    const made = import('@gazetteer/events/kafka').then(
      ({KafkaPublisher}) =>
        new KafkaPublisher({...connection, name: 'schedules', topic, envelope: undefined}),
    );
    this.#topics.set(topic, made);
    return await made;
  }
}

async function isDue(session: Session): Promise<boolean> {
  const rows = await session.all(
    `SELECT 1 AS one FROM editor_delivery WHERE not_before <= ${session.dialect.now} LIMIT 1`,
  );
  return rows.length > 0;
}

async function takeDue(session: Session): Promise<Delivery[]> {
  await takeTurn(session);
  const now = await nowOf(session);
  const due = await session.all<Delivery>(
    // In turns, so that nobody's receivers keep those of others waiting.
    `SELECT d.uuid, d.schedule, d.owner, d.kind, d.target, d.content, d.attempts, s.secret
     FROM (SELECT w.*, ROW_NUMBER() OVER (PARTITION BY w.owner ORDER BY w.not_before, w.uuid) AS turn
       FROM editor_delivery w WHERE w.not_before <= ?) d
     JOIN editor_schedule s ON s.uuid = d.schedule
     ORDER BY d.turn, d.not_before, d.uuid LIMIT ${atATime}`,
    [now],
  );
  if (due.length > 0)
    await session.run(
      `UPDATE editor_delivery SET attempts = attempts + 1, not_before = ? WHERE ${session.dialect.inList('uuid', 'text')}`,
      [now + busyMs, due.map(({uuid}) => uuid)],
    );
  return due.map(one => ({...one, attempts: one.attempts + 1}));
}

/** @param isStopped the try does not count: it was this process that gave it up */
async function putBack(
  session: Session,
  {uuid, schedule, owner, kind, target, content, attempts}: Delivery,
  why: string,
  isStopped: boolean,
): Promise<void> {
  const now = await nowOf(session);
  if (isStopped || attempts < maxAttempts) {
    await session.run('UPDATE editor_delivery SET attempts = ?, not_before = ? WHERE uuid = ?', [
      isStopped ? attempts - 1 : attempts,
      isStopped ? now : now + pauseMs(attempts),
      uuid,
    ]);
    return;
  }
  const removed = await session.run('DELETE FROM editor_delivery WHERE uuid = ?', [uuid]);
  if (removed === 0) return;
  const {title} = JSON.parse(content) as Message;
  const text = `“${title}” for ${withoutPassword(target)}: ${why}`;
  await addNotices(session, {uuid: schedule, owner}, [{title: whatFailed[kind], text}], now);
}

function withoutPassword(target: string): string {
  if (!URL.canParse(target)) return target;
  return new URL(target).host;
}
