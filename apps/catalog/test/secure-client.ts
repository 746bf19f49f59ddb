import {request} from 'node:https';
import {connect, type PeerCertificate, type SecureVersion, type TLSSocket} from 'node:tls';

export type SecureAnswer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
};

/** One request over TLS to a server whose certificate, for `localhost`, is `ca`. */
export async function askSecurely(
  url: string,
  ca: string,
  {method = 'GET', headers = {}, body = '', cert = '', key = ''} = {},
): Promise<SecureAnswer> {
  return await new Promise((resolve, reject) => {
    const identity = cert === '' ? {} : {cert, key};
    const sent = request(
      url,
      {method, headers, ca, servername: 'localhost', agent: false, ...identity},
      response => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({status: response.statusCode ?? 0, headers: response.headers, text}),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export type Handshake = {readonly peer: PeerCertificate; readonly protocol: string | null};

/** Shakes hands and leaves. Rejects when the server does not want to. */
export async function shakeHands(
  url: string,
  ca: string,
  versions: {minVersion?: SecureVersion; maxVersion?: SecureVersion; ciphers?: string} = {},
): Promise<Handshake> {
  const {port, hostname: host} = new URL(url);
  return await new Promise((resolve, reject) => {
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const socket: TLSSocket = connect({
      port: Number(port),
      host,
      ca,
      servername: 'localhost',
      ciphers,
      ...versions,
    });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve({peer: socket.getPeerCertificate(), protocol: socket.getProtocol()});
      socket.end();
    });
  });
}

/** Asks again until the answer fits; the test's own time-out is the limit. */
export async function until<T>(
  ask: () => Promise<T> | T,
  fits: (answer: T) => boolean,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}
