import type {Mailer, MailSettings} from '@gazetteer/events/mail';
import {mailProblem} from '@gazetteer/server/mail';

/** What is being sent has so long when it is closed. */
const closingMs = 2000;

/** Sends mail of the catalog. Connects to nothing before something is sent. */
export class MailSender {
  readonly #mail: MailSettings | undefined;
  readonly #over = new AbortController();
  #mailer: Promise<Mailer> | undefined;
  #isClosing = false;

  constructor(mail: MailSettings | undefined) {
    this.#mail = mail;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** @throws Error of which `isRefused` tells whether it is worth another attempt */
  async send(one: Parameters<Mailer['send']>[0]): Promise<void> {
    if (this.#isClosing) throw new Error('closed');
    const mail = this.#mail;
    if (mail === undefined) throw new Error('No mail server is configured.');
    const problem = mailProblem(one.to, mail.domains);
    if (problem !== undefined) throw new RefusedAddress(problem);
    this.#mailer ??= import('@gazetteer/events/mail').then(({Mailer}) => new Mailer(mail));
    await this.#untilOver((await this.#mailer).send(one));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    setTimeout(() => this.#over.abort(), closingMs).unref();
    (await this.#mailer)?.close();
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
export function isRefused(error: unknown): boolean {
  if (error instanceof RefusedAddress) return true;
  const {command, responseCode = 0} = error as {command?: string; responseCode?: number};
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500;
}
