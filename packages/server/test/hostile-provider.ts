import {createHash, createHmac, createPublicKey} from 'node:crypto';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {CompactEncrypt, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT} from 'jose';

/** What somebody without the issuer's key can make of a token. */
export type Forgery = (claims: Claims) => string | Promise<string>;
export type Claims = Readonly<Record<string, unknown>>;

/** What the token address was sent with a code. */
export type CodeExchange = {readonly verifier: string; readonly redirectUri: string};

export type HostileProvider = {
  readonly issuer: string;
  readonly keysUrl: string;
  /** As the issuer signs. */
  readonly sign: Forgery;
  /** Texts that are no tokens of the issuer, by what is wrong with them. */
  readonly forgeries: Readonly<Record<string, Forgery>>;
  /** What the next exchange of a code is answered with. */
  answer: (exchange: CodeExchange) => object | Promise<object>;
  /**
   * Paths that were asked for: those of a stranger's keys would be among them if somebody believed
   * a token about its key.
   */
  readonly asked: readonly string[];
  readonly stop: () => Promise<void>;
};

const strangersKeys = '/strangers-keys';

/**
 * An issuer of tokens and OpenID provider that says whatever a test wants: no real one makes tokens
 * that are wrong. Its keys are an RSA and an EC key, a shared one that nobody should take, and one
 * for encryption.
 */
export async function startHostileProvider(): Promise<HostileProvider> {
  const [rsa, ec, stranger] = await Promise.all([
    generateKeyPair('RS256', {extractable: true}),
    generateKeyPair('ES256', {extractable: true}),
    generateKeyPair('RS256', {extractable: true}),
  ]);
  const shared = Buffer.from('a secret that the issuer has published by mistake');
  const published: JWK[] = [
    {...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig'},
    {...(await exportJWK(ec.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig'},
    {kty: 'oct', k: shared.toString('base64url'), kid: 'shared', alg: 'HS256'},
    {...(await exportJWK(stranger.publicKey)), kid: 'encryption', use: 'enc'},
  ];
  const asked: string[] = [];
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: HostileProvider = {
    issuer,
    keysUrl: `${issuer}/keys`,
    sign: claims =>
      new SignJWT({...claims}).setProtectedHeader({alg: 'RS256', kid: 'rsa'}).sign(rsa.privateKey),
    forgeries: await forgeriesWith(issuer, {rsa, ec, stranger, shared}),
    answer: () => ({error: 'invalid_grant'}),
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  const pages: Readonly<Record<string, object>> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: provider.keysUrl,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // It lets everything pass; whoever relies on it does not have to.
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    },
    '/keys': {keys: published},
    [strangersKeys]: {keys: [{...(await exportJWK(stranger.publicKey)), kid: 'rsa'}]},
  };
  server.on('request', (request, response) => {
    const {pathname} = new URL(request.url ?? '/', issuer);
    asked.push(pathname);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      void (async () => {
        const form = new URLSearchParams(body);
        const exchange = {
          verifier: form.get('code_verifier') ?? '',
          redirectUri: form.get('redirect_uri') ?? '',
        };
        const page = pathname === '/token' ? await provider.answer(exchange) : pages[pathname];
        response.writeHead(page === undefined ? 404 : 200, {'content-type': 'application/json'});
        response.end(JSON.stringify(page ?? {}));
      })();
    });
  });
  return provider;
}

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
type Keys = {
  readonly rsa: Pair;
  readonly ec: Pair;
  readonly stranger: Pair;
  readonly shared: Buffer;
};

async function forgeriesWith(
  issuer: string,
  {rsa, ec, stranger, shared}: Keys,
): Promise<Readonly<Record<string, Forgery>>> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = (header: object, claims: Claims) => `${part(header)}.${part(claims)}`;
  const spki = await exportSPKI(rsa.publicKey);
  const jwk = await exportJWK(stranger.publicKey);
  const bySecret = (secret: string | Buffer, header: object): Forgery => {
    return claims => {
      const text = unsigned({alg: 'HS256', ...header}, claims);
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
  };
  const byStranger = (header: object): Forgery => {
    return claims =>
      new SignJWT({...claims})
        .setProtectedHeader({alg: 'RS256', ...header})
        .sign(stranger.privateKey);
  };
  const own = (claims: Claims) =>
    new SignJWT({...claims}).setProtectedHeader({alg: 'RS256', kid: 'rsa'}).sign(rsa.privateKey);
  return {
    'alg none': claims => `${unsigned({alg: 'none'}, claims)}.`,
    'alg none with the name of a key': claims => `${unsigned({alg: 'none', kid: 'rsa'}, claims)}.`,
    'alg nOnE': claims => `${unsigned({alg: 'nOnE'}, claims)}.`,
    'alg none with a signature': async claims =>
      `${unsigned({alg: 'none'}, claims)}.${(await own(claims)).split('.')[2]}`,
    'no signature': async claims => (await own(claims)).replace(/[^.]*$/, ''),
    'two parts': async claims => (await own(claims)).replace(/\.[^.]*$/, ''),
    'half a signature': async claims => (await own(claims)).slice(0, -100),
    'the signature of something else': async claims =>
      `${unsigned({alg: 'RS256', kid: 'rsa'}, claims)}.${(await own({...claims, sub: 'nobody'})).split('.')[2]}`,
    'HS256 with the public key as PEM': bySecret(spki, {kid: 'rsa'}),
    'HS256 with the public key as DER': bySecret(
      Buffer.from(spki.split('\n').slice(1, -1).join(''), 'base64'),
      {},
    ),
    'HS256 with the modulus of the public key': bySecret(
      Buffer.from((await exportJWK(rsa.publicKey)).n ?? ''),
      {},
    ),
    'HS256 with an empty secret': bySecret('', {kid: 'rsa'}),
    'HS256 with a shared key that is published': bySecret(shared, {kid: 'shared'}),
    "a stranger's key": byStranger({kid: 'rsa'}),
    "a stranger's key without a name": byStranger({}),
    'the key for encryption': byStranger({kid: 'encryption'}),
    'a key in the token (jwk)': byStranger({kid: 'rsa', jwk}),
    'a key at an address (jku)': byStranger({kid: 'rsa', jku: `${issuer}${strangersKeys}`}),
    'a certificate at an address (x5u)': byStranger({kid: 'rsa', x5u: `${issuer}${strangersKeys}`}),
    'a certificate in the token (x5c)': byStranger({
      kid: 'rsa',
      x5c: [Buffer.from('certificate').toString('base64')],
    }),
    'kid as a path': bySecret('', {kid: '../../../../../../dev/null'}),
    'kid as SQL': bySecret('x', {kid: "x' UNION SELECT 'x"}),
    'kid as a name of JavaScript': byStranger({kid: '__proto__'}),
    'the algorithm of another key': async claims =>
      await new SignJWT({...claims})
        .setProtectedHeader({alg: 'ES256', kid: 'rsa'})
        .sign(ec.privateKey),
    'ES256 with a signature of zeros': claims =>
      `${unsigned({alg: 'ES256', kid: 'ec'}, claims)}.${Buffer.alloc(64).toString('base64url')}`,
    'an extension that is to be understood (crit)': async claims =>
      await new SignJWT({...claims})
        .setProtectedHeader({alg: 'RS256', kid: 'rsa', crit: ['urn:extension'], 'urn:extension': 1})
        .sign(rsa.privateKey, {crit: {'urn:extension': true}}),
    'encrypted by the public key': async claims =>
      await new CompactEncrypt(Buffer.from(`${unsigned({alg: 'none'}, claims)}.`))
        .setProtectedHeader({alg: 'RSA-OAEP', enc: 'A256GCM', cty: 'JWT'})
        .encrypt(createPublicKey(spki)),
  };
}

/** What a provider is told of a code's verifier beforehand. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
