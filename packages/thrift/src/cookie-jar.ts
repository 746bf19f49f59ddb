/**
 * Cookies of one URL, by name. Path and domain need no looking at, as nothing else is ever asked of
 * that server.
 */
export class CookieJar {
  readonly #values = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** @param headers the values of `Set-Cookie` */
  keep(headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split(';');
      const at = pair.indexOf('=');
      if (at < 1) continue;
      const name = pair.slice(0, at).trim();
      if (attributes.some(isOver)) this.#values.delete(name);
      else this.#values.set(name, pair.slice(at + 1).trim());
    }
  }

  header(): string | undefined {
    return this.isEmpty
      ? undefined
      : [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Whether one stands for a login, not for the server that a balancer is to find. */
  get hasLogin(): boolean {
    return [...this.#values.keys()].some(isLogin);
  }

  /** Forgets what stands for a login; one that a balancer finds the server by stays. */
  clearLogin(): void {
    for (const name of this.#values.keys()) if (isLogin(name)) this.#values.delete(name);
  }

  clear(): void {
    this.#values.clear();
  }
}

/**
 * How a server takes a cookie back. One that runs out later is refused by the server itself, in
 * time.
 */
function isOver(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=').map(part => part.trim());
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
  return name.toLowerCase() === 'expires' && Date.parse(value) <= Date.now();
}

function isLogin(name: string): boolean {
  return name.endsWith('.auth');
}
