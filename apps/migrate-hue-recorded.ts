import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {TestContext} from 'node:test';
import type {Row} from './migrate-hue-rows.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A server that answers as a Hue 4.11 does: a form with a token of the page and a session's cookie,
 * answers of 200 with a number that tells of failures, lists without history and what is thrown
 * away, and superusers who may read what they name.
 */
export async function recordedHue(
  t: TestContext,
  rows: readonly Row[],
  passwords: Readonly<Record<string, string>>,
): Promise<string> {
  const hue = new Hue(rows, passwords);
  const server = createServer((request, response) => void hue.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

class Hue {
  readonly #rows: readonly Row[];
  readonly #passwords: Readonly<Record<string, string>>;

  constructor(rows: readonly Row[], passwords: Readonly<Record<string, string>>) {
    [this.#rows, this.#passwords] = [rows, passwords];
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://hue');
    if (url.pathname === '/hue/accounts/login') {
      await this.#logIn(request, response);
      return;
    }
    const [, name] = /\bsessionid=of-(\w[\w.]*)/.exec(request.headers.cookie ?? '') ?? [];
    const user = this.#of('auth.user').find(({fields}) => fields['username'] === name);
    if (user === undefined) {
      response.writeHead(302, {location: `/hue/accounts/login?next=${url.pathname}`}).end();
      return;
    }
    const body = this.#said(url, user);
    response
      .writeHead(body === undefined ? 404 : 200, {'content-type': 'application/json'})
      .end(JSON.stringify(body ?? {message: 'Not found'}));
  }

  async #logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.writeHead(200, {'set-cookie': 'csrftoken=page; Path=/; SameSite=Lax'}).end('<form>');
      return;
    }
    const form = new URLSearchParams(await textOf(request));
    const {cookie = '', referer} = request.headers;
    const name = form.get('username') ?? '';
    const isOfPage =
      cookie.includes('csrftoken=page') && form.get('csrfmiddlewaretoken') === 'page';
    if (!isOfPage || referer === undefined) response.writeHead(403).end('CSRF verification failed');
    else if (this.#passwords[name] !== form.get('password'))
      response.writeHead(200).end('Invalid username or password');
    else
      response
        .writeHead(302, {
          location: '/',
          'set-cookie': ['csrftoken=own; Path=/', `sessionid=of-${name}; HttpOnly; Path=/`],
        })
        .end();
  }

  #said({pathname, searchParams: query}: URL, user: Row): object | undefined {
    const failed = (message: string) => ({status: -1, message});
    const page = Number(query.get('page') ?? 1);
    const limit = Number(query.get('limit') ?? 0);
    const cut = <T>(all: readonly T[]) =>
      limit > 0 ? all.slice((page - 1) * limit, page * limit) : all;
    if (pathname === '/useradmin/api/get_users') {
      if (user.fields['is_superuser'] !== true) return failed('You must be a superuser.');
      const users = this.#of('auth.user').map(({pk, fields}) => ({
        id: pk,
        username: fields['username'],
        groups: (fields['groups'] as number[]).map(one => this.#name('auth.group', one)),
        is_active: fields['is_active'],
        superuser: fields['is_superuser'],
      }));
      return {users, status: 0};
    }
    if (pathname === '/desktop/api2/docs/') {
      const all = this.#of('desktop.document2').filter(
        ({fields, pk}) =>
          fields['is_history'] !== true &&
          fields['is_managed'] !== true &&
          fields['is_trashed'] !== true &&
          (fields['owner'] === user.pk || this.#isShared(pk, user)),
      );
      const documents = cut(all).map(row => this.#shown(row));
      return {documents, count: all.length, page, limit, types: [], text: null, sort: 'name'};
    }
    if (pathname === '/desktop/api2/doc/') {
      const row = this.#of('desktop.document2').find(
        ({fields}) => fields['uuid'] === query.get('uuid'),
      );
      if (row === undefined) return failed('Document not found.');
      const mayRead =
        user.fields['is_superuser'] === true ||
        row.fields['owner'] === user.pk ||
        this.#isShared(row.pk, user);
      if (!mayRead)
        return failed("Document does not exist or you don't have the permission to access it.");
      const data =
        query.get('data') === 'true' ? (JSON.parse(String(row.fields['data'])) as unknown) : '';
      return {document: this.#shown(row), parent: null, children: [], data, status: 0};
    }
    if (pathname === '/desktop/api2/get_config/') {
      const interpreters = [{type: 'hive'}, {type: 'impala'}, {type: 'pyspark'}];
      return {app_config: {editor: {interpreters}}, status: 0};
    }
    if (pathname === '/notebook/api/get_history') {
      const type = `query-${query.get('doc_type')}`;
      const all = this.#of('desktop.document2').filter(
        ({fields}) =>
          fields['is_history'] === true && fields['owner'] === user.pk && fields['type'] === type,
      );
      const history = cut(all.toReversed()).map(({pk, fields}) => {
        const {snippets} = JSON.parse(String(fields['data'])) as {snippets: Fields[]};
        const {statement, lastExecuted, status} = snippets[0] ?? {};
        const told = {statement: String(statement).slice(0, 1001), lastExecuted, status};
        const data = {...told, parentSavedQueryUuid: ''};
        return {name: '', id: pk, uuid: fields['uuid'], type, data, absoluteUrl: ''};
      });
      return {status: 0, count: all.length, message: 'History fetched', history};
    }
    return undefined;
  }

  #shown({pk, fields}: Row): object {
    const parent = this.#rows.find(
      one => one.model === 'desktop.document2' && one.pk === fields['parent_directory'],
    );
    return {
      owner: this.#name('auth.user', fields['owner']),
      name: fields['name'],
      path: '/',
      description: fields['description'],
      uuid: fields['uuid'],
      id: pk,
      doc1_id: -1,
      parent_uuid: parent?.fields['uuid'] ?? null,
      type: fields['type'],
      perms: this.#perms(pk),
      last_modified: fields['last_modified'],
      last_modified_ts: Math.floor(Date.parse(`${String(fields['last_modified'])}Z`) / 1000),
      is_managed: false,
      isSelected: false,
      absoluteUrl: '/',
    };
  }

  #perms(doc: number | undefined): object {
    const of = (perms: string) =>
      this.#of('desktop.document2permission').find(
        ({fields}) => fields['doc'] === doc && fields['perms'] === perms,
      )?.fields;
    const named = (perms: string) => ({
      users: ((of(perms)?.['users'] ?? []) as number[]).map(id => ({
        id,
        username: this.#name('auth.user', id),
      })),
      groups: ((of(perms)?.['groups'] ?? []) as number[]).map(id => ({
        id,
        name: this.#name('auth.group', id),
      })),
    });
    const [read, write] = ['link_read', 'link_write'].map(one => of(one)?.['is_link_on'] === true);
    return {
      read: named('read'),
      write: named('write'),
      link_sharing_on: read === true || write === true,
      link_read: read,
      link_write: write,
    };
  }

  #isShared(doc: number | undefined, {pk, fields: own}: Row): boolean {
    return this.#of('desktop.document2permission').some(
      ({fields}) =>
        fields['doc'] === doc &&
        ((fields['users'] as number[]).includes(pk ?? 0) ||
          (fields['groups'] as number[]).some(one => (own['groups'] as number[]).includes(one))),
    );
  }

  #of(model: string): readonly Row[] {
    return this.#rows.filter(row => row.model === model);
  }

  #name(model: string, pk: unknown): unknown {
    const fields = this.#rows.find(row => row.model === model && row.pk === pk)?.fields;
    return fields?.['username'] ?? fields?.['name'];
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
