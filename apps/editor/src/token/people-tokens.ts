type Known = {readonly token: string; readonly endsAt: number};

/** Of one person; who logs in more often than tokens end loses the oldest. */
const maxKnown = 3;
/** Longer ones are no tokens but an attempt to fill the memory. */
const maxLength = 16_384;
const maxPeople = 10_000;

/**
 * Tokens of another issuer that people have logged in with, for SQL servers that take them as well.
 * Sessions on servers outlive logins here, so each message is sent with what is good then: the
 * token that came last, and while that has ended, the one before it. Order is that of their first
 * appearance: a window that goes on with an older login does not bring its token back.
 */
export class PeopleTokens {
  readonly #known = new Map<string, readonly Known[]>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * @param token its signature is the SQL server's business: nobody but the person's own sessions
   * is sent it
   */
  note(userName: string, token: string): void {
    const known = this.#known.get(userName) ?? [];
    if (token.length > maxLength || known.some(one => one.token === token)) return;
    const endsAt = endOf(token);
    if (endsAt <= this.#now()) return;
    const valid = [{token, endsAt}, ...known.filter(one => one.endsAt > this.#now())];
    this.#known.delete(userName);
    this.#known.set(userName, valid.slice(0, maxKnown));
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxPeople && oldest !== undefined) this.#known.delete(oldest);
  }

  /** The newest that has not ended. */
  of(userName: string): string | undefined {
    return this.#known.get(userName)?.find(({endsAt}) => endsAt > this.#now())?.token;
  }
}

/** In epoch ms; for ever where it does not say, and 0 for what is no token. */
function endOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    const {exp} = claims as {exp?: unknown};
    return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return 0;
  }
}
