import type {AddressInfo} from 'node:net';
import type {TestContext} from 'node:test';
import {SMTPServer, type SMTPServerOptions} from 'smtp-server';

export type Mail = {from: string; to: string[]; text: string; isSecure: boolean; user: unknown};

/** A real SMTP server that keeps what it is sent. */
export async function smtpForTests(t: Pick<TestContext, 'after'>, options: SMTPServerOptions) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    ...options,
    onData: (stream, {envelope, secure, user}, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const {mailFrom, rcptTo} = envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({address}) => address),
          text,
          isSecure: secure,
          user,
        });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>(resolve => server.close(resolve)));
  return {mails, port: (server.server.address() as AddressInfo).port};
}
