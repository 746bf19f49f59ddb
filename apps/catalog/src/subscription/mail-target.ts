import {randomUUID} from 'node:crypto';
import type {MailSettings} from '@gazetteer/events/mail';
import type {MessageTemplate} from '@gazetteer/model';
import {readPosition, startPosition, type ChangeSubscription} from '@gazetteer/store';
import type {Change} from '../notification/read-changes.ts';
import {deliveryOf, mailText, messageOf, testOf, type Message} from './chat-messages.ts';
import {isRefused, MailSender} from './mail-sender.ts';

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

/**
 * Sends to each address by itself, so that one that does not work is no reason for others to get
 * nothing, or the same again.
 */
export class MailTarget {
  readonly wording = 'feed';
  readonly isForPeople = true;
  readonly #name: string;
  readonly #template: MessageTemplate | undefined;
  readonly #addresses: readonly string[];
  readonly #means: Means;
  readonly #sender: MailSender;

  constructor(
    {name, template}: Pick<ChangeSubscription, 'name' | 'template'>,
    addresses: readonly string[],
    means: Means,
  ) {
    this.#name = name;
    this.#template = template;
    this.#addresses = addresses;
    this.#means = means;
    this.#sender = new MailSender(means.mail);
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
        const {address} = this.#means;
        await this.#send(to, id, messageOf(this.#name, rest, address, this.#template));
        progress.reached = {...progress.reached, [to]: rest.at(-1)?.id ?? ''};
      } catch (error) {
        if (this.#sender.isClosing) throw error;
        (isRefused(error) ? refused : failed).push(`${to}: ${(error as Error).message}`);
      }
    }
    const hasNone = refused.length === this.#addresses.length;
    if (failed.length > 0 || hasNone) throw new Error([...failed, ...refused].join('; '));
    progress.problem = refused.join('; ');
  }

  /** Sends something that changes nothing for whoever gets it. @returns what that was */
  async test(): Promise<string> {
    const id = `test.${randomUUID()}`;
    const failed: string[] = [];
    for (const to of this.#addresses) {
      try {
        await this.#send(to, id, testOf(this.#name));
      } catch (error) {
        failed.push(`${to}: ${(error as Error).message}`);
        // What keeps one address waiting would do so with all.
        if (!isRefused(error)) break;
      }
    }
    if (failed.length > 0) throw new Error(failed.join('; '));
    return 'A test mail was sent.';
  }

  async close(): Promise<void> {
    await this.#sender.close();
  }

  async #send(to: string, id: string, message: Message): Promise<void> {
    await this.#sender.send({
      id: `${id}.${this.#addresses.indexOf(to)}`,
      to,
      subject: message.title,
      text: mailText(message),
    });
  }
}

/** Whether a change comes after another. */
function isBehind(id: string, other: string | undefined): boolean {
  if (other === undefined) return true;
  const a = readPosition(id) ?? startPosition;
  const b = readPosition(other) ?? startPosition;
  return a.row === b.row ? a.index > b.index : a.row > b.row;
}
