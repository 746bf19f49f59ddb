import {setTimeout as pause} from 'node:timers/promises';
import {AtlasServer, type Login, Refused} from '../atlas-server.ts';
import {inOrder, isInTrash, notWider} from './folders.ts';
import {zoned} from './time-zone.ts';
import {
  type Fields,
  type Grant,
  type HueDocument,
  type HueHead,
  type HueSource,
  type HueStatement,
  type HueUser,
  isHome,
  listOf,
  objectOf,
  stateOf,
  strongest,
  textOf,
} from './hue-types.ts';

const pageSize = 500;
const historyPage = 100;
/** Hue tells so many characters of a statement in its history. */
export const maxTold = 1001;
const loginPath = '/hue/accounts/login';

/** Readings of a list that changes meanwhile. */
const maxReadings = 3;

/**
 * A running Hue, read over the calls of its own pages with the login of one person: what they own,
 * and what they ran. What others share with them is theirs to copy, with its folder.
 */
export class HueServer implements HueSource {
  readonly title: string;
  readonly #login: Login;
  readonly #signal: AbortSignal;
  #server: Promise<AtlasServer> | undefined;
  #folders: Map<string, HueHead> | undefined;
  #heads: readonly HueHead[] = [];
  readonly #left: Record<string, number> = {};
  readonly #timeZone: string;
  #userName: string;

  /** @param timeZone of the times that it tells of documents */
  constructor(url: string, login: Login, timeZone: string, signal: AbortSignal) {
    this.title = url.replace(/\/+$/, '');
    [this.#login, this.#timeZone, this.#signal] = [login, timeZone, signal];
    this.#userName = login.user ?? '';
  }

  left(): Readonly<Record<string, number>> {
    return this.#left;
  }

  /** Superusers of Hue are told of all; others are refused. */
  async users(): Promise<readonly HueUser[] | undefined> {
    const answer = await this.#unlessRefused('/useradmin/api/get_users', [401]);
    if (answer === undefined) return undefined;
    return listOf(answer['users'])
      .map(objectOf)
      .filter(user => user['is_active'] !== false)
      .map(user => ({
        name: textOf(user['username']),
        groups: listOf(user['groups']).map(textOf),
        isAdmin: user['superuser'] === true,
      }));
  }

  async folders(): Promise<ReadonlyMap<string, HueHead>> {
    if (this.#folders !== undefined) return this.#folders;
    const listed = (await this.#list()).map(one => headOf(one, this.#timeZone));
    const asGiven = this.#userName.toLowerCase();
    // Hue may write it in another case than it was given in.
    if (!listed.some(({owner}) => owner === this.#userName))
      this.#userName =
        listed.find(({owner}) => owner.toLowerCase() === asGiven)?.owner ?? this.#userName;
    const own = new Map(
      listed.filter(({owner}) => owner === this.#userName).map(one => [one.uuid, one]),
    );
    const others = listed.filter(({owner}) => owner !== this.#userName).length;
    if (others > 0) this.#left[`of others, which are shared with ${this.#userName}`] = others;
    const folders = new Map([...own].filter(([, {type}]) => type === 'directory'));
    this.#heads = [...own.values()];
    await this.#addFoldersAbove(folders);
    for (const [uuid, folder] of folders)
      if (folder.owner === this.#userName) own.set(uuid, folder);
    const isKept = (one: HueHead) => !isHome(one) && !isInTrash(one, folders);
    this.#heads = [...notWider(new Map([...own].filter(([, one]) => isKept(one)))).values()];
    this.#folders = folders;
    return folders;
  }

  /** By number, so that what is saved meanwhile stays on its page; what is deleted moves others. */
  async #list(): Promise<readonly Fields[]> {
    for (let reading = 1; reading <= maxReadings; reading++) {
      const found = new Map<unknown, Fields>();
      let total = 0;
      for (let page = 1; ; page++) {
        const path = `/desktop/api2/docs/?include_trashed=false&perms=both&sort=id&limit=${pageSize}&page=${page}`;
        const answer = await this.#get(path);
        const some = listOf(answer['documents']).map(objectOf);
        for (const one of some) found.set(one['id'], one);
        total = numberOf(answer['count']) ?? 0;
        if (some.length === 0 || found.size === total) break;
      }
      if (found.size >= total) return [...found.values()];
    }
    throw new Error(`${this.title} lists fewer documents than it counts. Try again later.`);
  }

  /** Those that are not listed, as far as they may be read: the top, and folders of others. */
  async #addFoldersAbove(folders: Map<string, HueHead>): Promise<void> {
    const asked = new Set<string>();
    const wanted = this.#heads.flatMap(({parent}) => parent ?? []);
    for (let uuid = wanted.pop(); uuid !== undefined; uuid = wanted.pop()) {
      if (folders.has(uuid) || asked.has(uuid)) continue;
      asked.add(uuid);
      const answer = await this.#unlessRefused(
        `/desktop/api2/doc/?uuid=${encodeURIComponent(uuid)}&limit=1`,
      );
      if (answer === undefined) continue;
      const folder = headOf(objectOf(answer['document']), this.#timeZone);
      folders.set(folder.uuid, folder);
      if (folder.parent !== undefined) wanted.push(folder.parent);
    }
  }

  async *documents(): AsyncGenerator<HueDocument> {
    this.#folders = undefined;
    const folders = await this.folders();
    const own = this.#heads.filter(({type}) => type === 'directory');
    for (const folder of inOrder(own, folders)) yield {...folder, data: async () => ({})};
    for (const head of this.#heads)
      if (head.type !== 'directory') yield {...head, data: async () => await this.#dataOf(head)};
  }

  async #dataOf({uuid}: HueHead): Promise<unknown> {
    const path = `/desktop/api2/doc/?uuid=${encodeURIComponent(uuid)}&data=true`;
    return (await this.#get(path))['data'];
  }

  async *statements(): AsyncGenerator<HueStatement> {
    const found: HueStatement[] = [];
    await this.folders();
    for (const engine of await this.#engines()) {
      for (let page = 1; ; page++) {
        const path = `/notebook/api/get_history?doc_type=${encodeURIComponent(engine)}&limit=${historyPage}&page=${page}`;
        const answer = await this.#get(path);
        const some = listOf(answer['history']).map(objectOf);
        found.push(...some.map(one => statementOf(one, engine, this.#userName)));
        const total = numberOf(answer['count']) ?? Infinity;
        if (some.length === 0 || page * historyPage >= total) break;
        // Hue gives this many pages, whatever there is.
        if (page === 100) {
          this.#left[`statements of ${engine}, older than those that Hue tells of`] =
            total - page * historyPage;
          break;
        }
      }
    }
    const once = [...new Map(found.map(one => [one.uuid, one])).values()];
    yield* once.sort((a, b) => a.submittedAt - b.submittedAt);
  }

  async #engines(): Promise<readonly string[]> {
    const config = await this.#get('/desktop/api2/get_config/');
    const editor = objectOf(objectOf(config['app_config'])['editor']);
    const types = listOf(editor['interpreters']).map(one => textOf(objectOf(one)['type']));
    return [...new Set(types)].filter(type => type !== '');
  }

  /** Undefined where Hue says that it is not there, or not for this person. */
  async #unlessRefused(path: string, more: readonly number[] = []): Promise<Fields | undefined> {
    try {
      return await this.#get(path);
    } catch (error) {
      if (error instanceof Refused && [200, 403, 404, ...more].includes(error.status))
        return undefined;
      throw error;
    }
  }

  /** Failures are told by a number in an answer that is 200. */
  async #get(path: string): Promise<Fields> {
    this.#server ??= this.#logIn();
    const server = await this.#server;
    const answer = objectOf(await server.get(path));
    const status = answer['status'];
    if (typeof status === 'number' && status !== 0) {
      const said = textOf(answer['message']) || JSON.stringify(answer).slice(0, 300);
      throw new Refused(200, `${this.title} refused ${path.split('?')[0]}: ${said}`);
    }
    return answer;
  }

  /** By a token, or by the form that Hue shows, whose session the requests then belong to. */
  async #logIn(): Promise<AtlasServer> {
    const {user, password = '', token, hint} = this.#login;
    const ajax = {'x-requested-with': 'XMLHttpRequest'};
    const withHeaders = (headers: Readonly<Record<string, string>>) =>
      new AtlasServer(this.title, {token, hint, headers: {...ajax, ...headers}}, this.#signal, '');
    if (token !== undefined) return withHeaders({});
    const address = `${this.title}${loginPath}`;
    const form = await this.#fetch(address, {});
    const first = cookiesOf(form);
    await form.body?.cancel();
    if (form.status !== 200) {
      const there = form.headers.get('location');
      const sent = there === null ? '' : ` It sends to ${there}: name that address.`;
      throw new Refused(form.status, `${address} has no form to log in (${form.status}).${sent}`);
    }
    const csrf = first.get('csrftoken') ?? '';
    const sent = await this.#fetch(address, {
      method: 'POST',
      headers: {cookie: cookieHeader(first), referer: address},
      body: new URLSearchParams({
        username: user ?? '',
        password,
        csrfmiddlewaretoken: csrf,
        next: '/',
      }),
    });
    await sent.body?.cancel();
    const own = cookiesOf(sent);
    if (sent.status < 300 || sent.status >= 400 || own.size === 0)
      throw new Refused(401, `${this.title} wants a login, or refused the one given: ${hint}`);
    return withHeaders({cookie: cookieHeader(new Map([...first, ...own]))});
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    for (let tried = 1; ; tried++) {
      try {
        return await fetch(address, {...init, redirect: 'manual', signal: this.#signal});
      } catch (error) {
        this.#signal.throwIfAborted();
        if (tried === 3)
          throw new Error(`${this.title} does not answer. Is it running?`, {cause: error});
        await pause(1000, undefined, {signal: this.#signal});
      }
    }
  }
}

function headOf(fields: Fields, timeZone: string): HueHead {
  const [owner, parent] = [textOf(fields['owner']), textOf(fields['parent_uuid'])];
  const seconds = numberOf(fields['last_modified_ts']);
  return {
    uuid: textOf(fields['uuid']),
    type: textOf(fields['type']),
    name: textOf(fields['name']),
    description: textOf(fields['description']),
    owner,
    parent: parent === '' ? undefined : parent,
    // Of the clock that Hue runs by, as if it were UTC.
    changedAt: seconds === undefined ? 0 : zoned(seconds * 1000, timeZone),
    number: numberOf(fields['id']),
    grants: grantsOf(objectOf(fields['perms'])).filter(
      one => one.kind !== 'user' || one.name !== owner,
    ),
  };
}

function grantsOf(perms: Fields): Grant[] {
  const grants = (['read', 'write'] as const).flatMap((permission): Grant[] => {
    const {users, groups} = objectOf(perms[permission]);
    const named = (kind: 'user' | 'group', of: unknown, member: string) =>
      listOf(of).map(one => ({kind, name: textOf(objectOf(one)[member]), permission}));
    const link = perms[`link_${permission}`] === true;
    return [
      ...named('user', users, 'username'),
      ...named('group', groups, 'name'),
      ...(link ? [{kind: 'link', name: '', permission} as const] : []),
    ];
  });
  return strongest(grants);
}

function statementOf(given: Fields, engine: string, userName: string): HueStatement {
  const data = objectOf(given['data']);
  const text = textOf(data['statement']);
  const {lastExecuted} = data;
  return {
    uuid: textOf(given['uuid']),
    userName,
    engine,
    database: '',
    text,
    state: stateOf(data['status']),
    submittedAt: typeof lastExecuted === 'number' ? Math.max(0, Math.floor(lastExecuted)) : 0,
    note: text.length >= maxTold ? `Hue tells the first ${maxTold} characters of it.` : '',
  };
}

const numberOf = (given: unknown) => (typeof given === 'number' ? given : undefined);

function cookiesOf(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().flatMap(line => {
      const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

const cookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
