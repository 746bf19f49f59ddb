import {createHmac, randomBytes, randomUUID, timingSafeEqual} from 'node:crypto';
import type {Database, Table} from '@gazetteer/db';

export type TokenKind = 'access' | 'refresh';

const secretTable = {
  name: 'editor_secret',
  columns: {name: 'text', value: 'text'},
} as const satisfies Table;

const lifetimesMs: Readonly<Record<TokenKind, number>> = {
  access: 86_400_000,
  refresh: 7 * 86_400_000,
};
const header = encode({typ: 'JWT', alg: 'HS256'});

type Claims = {
  readonly token_type: TokenKind;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly iat: number;
  readonly jti: string;
  readonly sub: string;
  /** Of the user's line in the password file: a token ends with the password that it was got by. */
  readonly line: string;
};

/**
 * Tokens that stand for a login, as clients of the reference get them (RFC 7519, HS256): nothing is
 * kept of them but the secret that signs all. They are for this editor alone.
 */
export class SignedTokens {
  readonly #secret: Buffer;
  readonly #now: () => number;

  constructor(secret: Buffer, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** With the secret of this database, made by whoever is first. */
  static async open(db: Database): Promise<SignedTokens> {
    const secret = await db.write(async session => {
      const made = randomBytes(32).toString('base64');
      await session.insert(secretTable, [['tokens', made]], {key: ['name']});
      const [row] = await session.all<{value: string}>(
        'SELECT value FROM editor_secret WHERE name = ?',
        ['tokens'],
      );
      return row?.value ?? made;
    });
    return new SignedTokens(Buffer.from(secret, 'base64'));
  }

  /** @param line the user's line in the password file */
  issue(kind: TokenKind, userName: string, line: string): string {
    const now = Math.floor(this.#now() / 1000);
    const claims: Claims = {
      token_type: kind,
      exp: now + lifetimesMs[kind] / 1000,
      iat: now,
      jti: randomUUID(),
      sub: userName,
      line: this.#digest(line),
    };
    const text = `${header}.${encode(claims)}`;
    return `${text}.${this.#sign(text)}`;
  }

  /** Signed with a shared secret, which nobody else's tokens may be. */
  isOfOurForm(token: string): boolean {
    return token.startsWith(`${header}.`);
  }

  /**
   * The user, or undefined for what was not issued here, is of another kind, or is over. `lineOf`
   * tells the user's line now.
   */
  async check(
    token: string,
    kind: TokenKind | undefined,
    lineOf: (userName: string) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const [head = '', body = '', signature = '', ...more] = token.split('.');
    if (head !== header || more.length > 0 || !isSame(signature, this.#sign(`${head}.${body}`)))
      return undefined;
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
    if (kind !== undefined && claims.token_type !== kind) return undefined;
    if (claims.exp * 1000 <= this.#now()) return undefined;
    const line = await lineOf(claims.sub);
    return line !== undefined && claims.line === this.#digest(line) ? claims.sub : undefined;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  #digest(line: string): string {
    return createHmac('sha256', this.#secret)
      .update(`line ${line}`)
      .digest('base64url')
      .slice(0, 22);
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
