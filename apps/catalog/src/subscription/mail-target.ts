import {randomUUID} from 'node:crypto';
import type {Mailer, MailSettings} from '@gazetteer/events/mail';
import {mailProblem} from '@gazetteer/server';
import {readPosition, startPosition} from '@gazetteer/store';
import type {Change} from '../notification/read-changes.ts';
import {deliveryOf, mailText, messageOf, testOf, type Message} from './chat-messages.ts';

/** What is known of a batch on its way to several addresses, also when it fails. */
export type Progress = {
  /** By address, the id of the last change it has got. */
  reached: Readonly<Record<string, string>>;
  /** Who will not get it although the others have it; empty where there is nobody. */
  problem: string;
};

type Means = {
  readonly mail: MailSettings | undefined;
  /** Where users find the catalog; empty where that is not known. */
  readonly address: string;
};

/** What is being sent has so long when it is closed. */
const closingMs = 2000;

/**
 * Sends to each address by itself, so that one that does not work is no reason for others to get
 * nothing, or the same again.
 */
export class MailTarget {
  readonly wording = 'feed';
  readonly isForPeople = true;
  readonly #name: string;
  readonly #addresses: readonly string[];
  readonly #means: Means;
  readonly #over = new AbortController();
  #mailer: Promise<Mailer> | undefined;
  #isClosing = false;

  constructor(name: string, addresses: readonly string[], means: Means) {
    this.#name = name;
    this.#addresses = addresses;
    this.#means = means;
  }

  /** @throws Error when some address is to be tried again, or none works */
  async publish(changes: readonly Change[], progress: Progress): Promise<void> {
    const refused: string[] = [];
    const failed: string[] = [];
    for (const to of this.#addresses) {
      const rest = changes.filter(({id}) => isBehind(id, progress.reached[to]));
      if (rest.length === 0) continue;
      try {
        const id = `changes.${deliveryOf(rest).replace(' ', '-')}`;
        await this.#send(to, id, messageOf(this.#name, rest, this.#means.address));
        progress.reached = {...progress.reached, [to]: rest.at(-1)?.id ?? ''};
      } catch (error) {
        if (this.#isClosing) throw error;
        (isForGood(error) ? refused : failed).push(`${to}: ${(error as Error).message}`);
      }
    }
    const hasNone = refused.length === this.#addresses.length;
    if (failed.length > 0 || hasNone) throw new Error([...failed, ...refused].join('; '));
    progress.problem = refused.join('; ');
  }

  /** Sends something that changes nothing for whoever gets it. @returns what that was */
  async test(): Promise<string> {
    const id = `test.${randomUUID()}`;
    for (const to of this.#addresses) await this.#send(to, id, testOf(this.#name));
    return 'A test mail was sent.';
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    setTimeout(() => this.#over.abort(), closingMs).unref();
    (await this.#mailer)?.close();
  }

  async #send(to: string, id: string, message: Message): Promise<void> {
    if (this.#isClosing) throw new Error('closed');
    const {mail} = this.#means;
    if (mail === undefined) throw new Error('No mail server is configured.');
    const problem = mailProblem(to, mail.domains);
    if (problem !== undefined) throw new RefusedAddress(problem);
    this.#mailer ??= import('@gazetteer/events/mail').then(one => new one.Mailer(mail));
    const one = {
      id: `${id}.${this.#addresses.indexOf(to)}`,
      to,
      subject: message.title,
      text: mailText(message),
    };
    await this.#untilOver((await this.#mailer).send(one));
  }

  /** Mail that is on its way cannot be called back, but needs not be waited for. */
  async #untilOver(sending: Promise<void>): Promise<void> {
    const {signal} = this.#over;
    const over = Promise.withResolvers<never>();
    const giveUp = () => over.reject(new Error('closed'));
    signal.addEventListener('abort', giveUp);
    try {
      await Promise.race([sending, over.promise]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}

class RefusedAddress extends Error {}

/** The server has refused this mail to this address, and not everything from here. */
function isForGood(error: unknown): boolean {
  if (error instanceof RefusedAddress) return true;
  const {command, responseCode = 0} = error as {command?: string; responseCode?: number};
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500;
}

/** Whether a change comes after another. */
function isBehind(id: string, other: string | undefined): boolean {
  if (other === undefined) return true;
  const a = readPosition(id) ?? startPosition;
  const b = readPosition(other) ?? startPosition;
  return a.row === b.row ? a.index > b.index : a.row > b.row;
}
