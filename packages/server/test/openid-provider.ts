import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type Configuration, Provider} from 'oidc-provider';

// What the package says to whoever deploys it (keys, lifetimes, pages) is not about a test.
for (const level of ['info', 'warn'] as const) {
  const print = console[level].bind(console);
  console[level] = (...words: unknown[]) =>
    String(words[0]).includes('oidc-provider ') ? undefined : print(...words);
}

export type RunningProvider = {
  readonly issuer: string;
  /** From now on the servers at these addresses are known to it. */
  readonly know: (origins: readonly string[]) => void;
  readonly stop: () => Promise<void>;
};

/** Who can log in, with any password, and in which groups they are. */
export type People = Readonly<Record<string, {readonly groups: readonly string[]}>>;

export const client = {id: 'gazetteer', secret: 'secret-of-the-client'};

/**
 * A real OpenID provider on this machine, whose own pages take any password. It listens at once,
 * since servers have to know its address before they start, and answers when it knows theirs.
 * @param inToken whether claims stand in the token, else they are told when asked
 */
export async function startProvider(people: People, inToken = false): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    know: origins => {
      const provider = new Provider(issuer, configurationFor(people, origins, inToken));
      const handle = provider.callback();
      server.on('request', (request, response) => void handle(request, response));
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function configurationFor(
  people: People,
  origins: readonly string[],
  inToken: boolean,
): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: origins.map(origin => `${origin}/oidc/callback`),
        ...(origins[0] !== undefined && {
          backchannel_logout_uri: `${origins[0]}/oidc/backchannel-logout`,
        }),
        backchannel_logout_session_required: true,
        post_logout_redirect_uris: origins.flatMap(origin => [
          `${origin}/login.jsp`,
          `${origin}/hue/accounts/login`,
        ]),
      },
    ],
    claims: {openid: ['sub'], profile: ['preferred_username', 'groups']},
    conformIdTokenClaims: !inToken,
    features: {backchannelLogout: {enabled: true}},
    // Its own way of asking refuses addresses of this machine, where our servers are.
    fetch: async (url, {dispatcher: _its, ...options} = {}) => await fetch(url, options),
    pkce: {required: () => true},
    cookies: {keys: ['for-tests']},
    findAccount: (_context, id) => {
      const person = people[id];
      if (person === undefined) return undefined;
      return {
        accountId: id,
        claims: () => ({sub: id, preferred_username: id, groups: [...person.groups]}),
      };
    },
  };
}

/**
 * A browser as far as logging in needs one: it follows redirects, sends forms, and keeps cookies by
 * host and port.
 */
export class FormBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** Addresses it has been at. */
  readonly visited: string[] = [];
  readonly #route: (url: string) => string;

  /**
   * @param route which server gets a request, as a load balancer would decide; whom it is addressed
   * to when not given
   */
  constructor(route: (url: string) => string = url => url) {
    this.#route = route;
  }

  cookies(origin: string): ReadonlyMap<string, string> {
    return this.#cookies.get(origin) ?? new Map();
  }

  async open(
    url: string,
    init: RequestInit = {},
  ): Promise<{url: string; status: number; text: string}> {
    let [at, options] = [url, init];
    for (;;) {
      this.visited.push(at);
      const {origin} = new URL(at);
      const cookie = [...this.cookies(origin)]
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
      const headers = {
        ...(cookie !== '' && {cookie}),
        accept: 'text/html',
        ...options.headers,
        'user-agent': 'Mozilla/5.0',
      };
      const answer = await fetch(this.#route(at), {...options, headers, redirect: 'manual'});
      this.#keep(origin, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (location === null) return {url: at, status: answer.status, text: await answer.text()};
      [at, options] = [new URL(location, at).href, {}];
    }
  }

  /** Fills in the form of a page with these values, and whatever is hidden in it. */
  async submit(page: {url: string; text: string}, values: Readonly<Record<string, string>>) {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const kept = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const body = new URLSearchParams({...kept, ...values});
    return await this.open(new URL(action, page.url).href, {method: 'POST', body});
  }

  #keep(origin: string, lines: readonly string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    this.#cookies.set(origin, jar);
  }
}

/** Through the provider's pages until the browser is elsewhere: name and password, then consent. */
export async function passProvider(
  browser: FormBrowser,
  start: string,
  userName: string,
  issuer: string,
) {
  let page = await browser.open(start);
  for (let forms = 0; page.url.startsWith(issuer) && page.text.includes('<form'); forms++) {
    if (forms === 5) throw new Error(`the provider asks again and again: ${page.text}`);
    const isLogin = page.text.includes('name="login"');
    page = await browser.submit(page, isLogin ? {login: userName, password: 'whatever'} : {});
  }
  return page;
}
