import {readFileSync} from 'node:fs';
import {createTransport, type Transporter} from 'nodemailer';

export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before anything is said, or `off`. */
  readonly tls: 'tls' | 'starttls' | 'off';
  readonly from: string;
  /** Empty where the server wants no login. */
  readonly user: string;
  readonly password: string;
  /** File with certificates that are trusted beside those of the system; empty for none. */
  readonly caFile: string;
  /** Where mail may be sent; everywhere where it is empty. */
  readonly domains: readonly string[];
};

const timeoutMs = 30_000;

/** Sends mail over SMTP, as plain text. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor({host, port, tls, from, user, password, caFile}: MailSettings) {
    this.#from = from;
    this.#transport = createTransport({
      host,
      port,
      secure: tls === 'tls',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'off',
      ...(user !== '' && {auth: {user, pass: password}}),
      ...(caFile !== '' && {tls: {ca: readFileSync(caFile)}}),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // What is sent is text: nothing in it names a file or an address to be read.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** @param id the same where it is sent again, so that the receiver can tell */
  async send(mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }): Promise<void> {
    const {id, to, subject, text} = mail;
    const domain = this.#from.slice(this.#from.lastIndexOf('@') + 1).replace(/>\s*$/, '');
    await this.#transport.sendMail({
      from: this.#from,
      to: {name: '', address: to},
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      headers: {'auto-submitted': 'auto-generated'},
    });
  }

  close(): void {
    this.#transport.close();
  }
}
