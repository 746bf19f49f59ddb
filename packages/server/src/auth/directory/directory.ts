import {isIP} from 'node:net';
import {
  Client,
  type Entry,
  InvalidCredentialsError,
  NoSuchObjectError,
  ResultCodeError,
} from 'ldapts';
import type {Log} from '../../log.ts';
import {type Actor, LoginError} from '../actor.ts';
import {nameAttributes, spellingOf} from './directory-name.ts';
import type {PasswordSource} from '../password-source.ts';

export type DirectorySettings = {
  /** `ldap://` or `ldaps://`, with a port where it is not the usual one. */
  readonly url: string;
  /** Encrypt a plain connection before anything is said. */
  readonly startTls: boolean;
  /** Certificates of authorities as PEM, in place of those of the runtime. */
  readonly authorities: string | undefined;
  /**
   * How a user's name becomes what to log in as, such as `uid={0},ou=people,dc=example,dc=com` or
   * `{0}@example.com`.
   */
  readonly loginPattern: string;
  /**
   * Where people are looked for when there is no pattern, and in an Active Directory in any case.
   */
  readonly baseDn: string;
  /** Filter that finds a person, with `{0}` for the name. */
  readonly userFilter: string;
  /** Who looks people and groups up; without it people look themselves up. */
  readonly bindDn: string;
  readonly bindPassword: string;
  /** Where and how groups are found; empty for none. */
  readonly groupBaseDn: string;
  /** `{0}` as a whole value is the person's DN; within a value, and `{1}`, it is the name. */
  readonly groupFilter: string;
  readonly groupAttribute: string;
  /** Group of everybody who logs in here; empty for none. */
  readonly defaultGroup: string;
};

const connectTimeoutMs = 5000;
const timeoutMs = 10_000;
const rememberMs = 60_000;

/**
 * People and groups of an LDAP directory or an Active Directory, asked anew about each password
 * once a minute.
 */
export class Directory implements PasswordSource {
  readonly rememberMs = rememberMs;
  readonly #settings: DirectorySettings;
  readonly #log: Log;

  constructor(settings: DirectorySettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** A directory has too many names to know them without asking. */
  revisionOf(): string {
    return '';
  }

  async verify(userName: string, password: string): Promise<Actor | undefined> {
    // A bind with an empty password succeeds for everybody (RFC 4513, 5.1.2).
    if (password === '' || userName === '') return undefined;
    return await this.#ask(async client => {
      const dn = await this.#loginOf(client, userName);
      if (dn === undefined || !(await isRight(client, dn, password))) return undefined;
      const name = await this.#spelled(client, userName, dn);
      return {userName: name, groups: await this.#groups(client, name, dn)};
    });
  }

  get url(): string {
    return this.#settings.url;
  }

  /** Whether there is somebody of this name; undefined where nobody could look. */
  async knows(userName: string): Promise<boolean | undefined> {
    const {bindDn, bindPassword, baseDn, loginPattern} = this.#settings;
    if (bindDn === '' || (baseDn === '' && !isDn(loginPattern))) return undefined;
    return await this.#ask(async client => {
      await client.bind(bindDn, bindPassword);
      return (
        (await this.#find(
          client,
          userName,
          loginPattern.replaceAll('{0}', () => escapeDn(userName)),
        )) !== undefined
      );
    });
  }

  /**
   * Groups of a person who logged in otherwise, by a ticket for example; none without somebody to
   * look them up.
   */
  async groupsOf(userName: string): Promise<readonly string[]> {
    if (this.#settings.bindDn === '') return [];
    return await this.#ask(async client => {
      await client.bind(this.#settings.bindDn, this.#settings.bindPassword);
      return await this.#groups(client, userName, undefined);
    });
  }

  async #ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const {url, startTls, authorities} = this.#settings;
    const tlsOptions = authorities === undefined ? {} : {ca: authorities};
    const client = new Client({
      url,
      timeout: timeoutMs,
      connectTimeout: connectTimeoutMs,
      // A name of somebody who logs in to an Active Directory is no DN, so the library may not
      // insist on one.
      strictDN: false,
      // Given at all, they make the library speak TLS to any address.
      ...(url.startsWith('ldaps:') && {tlsOptions}),
    });
    try {
      if (startTls) await client.startTLS({...tlsOptions, ...hostOf(url)});
      return await work(client);
    } catch (error) {
      this.#log.error({error, url}, 'The login directory cannot be asked');
      throw new LoginError('The login directory cannot be asked at the moment', {cause: error});
    } finally {
      // Whether the goodbye arrives changes nothing.
      await client.unbind().catch(() => undefined);
    }
  }

  async #loginOf(client: Client, userName: string): Promise<string | undefined> {
    const {loginPattern, bindDn, bindPassword} = this.#settings;
    if (loginPattern !== '') return loginPattern.replaceAll('{0}', () => escapeDn(userName));
    await client.bind(bindDn, bindPassword);
    return (await this.#entryOf(client, userName))?.dn;
  }

  /**
   * The name as it stands in the directory, which does not care for case and blanks: `Ann` must not
   * be another person here than `ann`. As it was typed where nobody may read it.
   */
  async #spelled(client: Client, userName: string, dn: string): Promise<string> {
    const {baseDn, bindDn, bindPassword, loginPattern} = this.#settings;
    if (baseDn === '' && !isDn(loginPattern)) return userName;
    if (bindDn !== '') await client.bind(bindDn, bindPassword);
    const entry = await this.#find(client, userName, dn);
    return entry === undefined
      ? userName
      : spellingOf(
          userName,
          this.#nameAttributes().flatMap(of => values(entry[of])),
        );
  }

  /** By the DN where the pattern makes one, else by a search. */
  async #find(client: Client, userName: string, dn: string): Promise<Entry | undefined> {
    if (!isDn(this.#settings.loginPattern)) return await this.#entryOf(client, userName);
    try {
      const {searchEntries} = await client.search(dn, {
        scope: 'base',
        attributes: this.#nameAttributes(),
      });
      return searchEntries[0];
    } catch (error) {
      // Not there, or not to be read by whoever asks.
      if (error instanceof ResultCodeError) return undefined;
      throw error;
    }
  }

  #nameAttributes(): string[] {
    return nameAttributes(this.#settings);
  }

  /** With two people of one name nobody knows who is meant, so nobody is. */
  async #entryOf(client: Client, userName: string): Promise<Entry | undefined> {
    const {baseDn, userFilter, bindDn} = this.#settings;
    const filter = userFilter.replaceAll('{0}', () => escapeFilter(userName));
    const attributes = ['memberOf', ...this.#nameAttributes()];
    const {searchEntries} = await client.search(baseDn, {
      scope: 'sub',
      filter,
      attributes,
      sizeLimit: 2,
    });
    if (searchEntries.length > 1)
      this.#log.warn({userName, baseDn, filter, bindDn}, 'Several people have one name');
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  }

  /** As the service where there is one: people may often not read groups. */
  async #groups(
    client: Client,
    userName: string,
    dn: string | undefined,
  ): Promise<readonly string[]> {
    const {groupBaseDn, groupFilter, groupAttribute, defaultGroup, bindDn, bindPassword, baseDn} =
      this.#settings;
    if (bindDn !== '') await client.bind(bindDn, bindPassword);
    const groups = new Set(defaultGroup === '' ? [] : [defaultGroup]);
    const entry = baseDn === '' ? undefined : await this.#entryOf(client, userName);
    for (const group of values(entry?.['memberOf'])) groups.add(firstNameOf(group));
    const own = entry?.dn ?? dn;
    if (groupBaseDn !== '' && own !== undefined) {
      const filter = groupFilter
        .replaceAll(/=\{0\}\)/g, () => `=${escapeFilter(own)})`)
        .replaceAll(/\{[01]\}/g, () => escapeFilter(userName));
      for (const found of await groupEntries(client, groupBaseDn, filter, groupAttribute))
        groups.add(found);
    }
    return [...groups];
  }
}

/** `uid={0},ou=people` and not `{0}@example.com`. */
function isDn(loginPattern: string): boolean {
  return loginPattern.includes('=');
}

async function groupEntries(
  client: Client,
  base: string,
  filter: string,
  attribute: string,
): Promise<string[]> {
  try {
    const {searchEntries} = await client.search(base, {
      scope: 'sub',
      filter,
      attributes: [attribute],
    });
    return searchEntries.flatMap(entry => values(entry[attribute]));
  } catch (error) {
    if (error instanceof NoSuchObjectError) return [];
    throw error;
  }
}

async function isRight(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw error;
  }
}

function values(value: Entry[string] | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String).filter(text => text !== '');
}

/** `admins` of `CN=admins,OU=groups,DC=example,DC=com`. */
function firstNameOf(dn: string): string {
  const [, name = dn] = /^[^=,]+=((?:\\.|[^,\\])*)/.exec(dn) ?? [];
  return name.replaceAll(/\\(.)/g, '$1');
}

/** RFC 4514. */
export function escapeDn(text: string): string {
  return text
    .replaceAll(/[\\,+"<>;=#]/g, '\\$&')
    .replaceAll('\0', '\\00')
    .replace(/^ | $/g, '\\ ');
}

/** RFC 4515. */
export function escapeFilter(text: string): string {
  return text.replaceAll(
    /[\\*()\0]/g,
    char => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/**
 * Whose certificate it has to be. The library names nobody when it makes a connection secure that
 * is there already, and Node would then take one for `localhost` from any address.
 */
function hostOf(url: string): {host: string; servername?: string} {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? {host, servername: host} : {host};
}
