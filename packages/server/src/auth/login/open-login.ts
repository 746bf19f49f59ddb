import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import type {FastifyRequest} from 'fastify';
import type {Log} from '../../log.ts';
import {type CommonOptions, logoutFileOf} from '../../options/common-options.ts';
import type {LoginOptions} from '../../options/login-options.ts';
import type {Authenticator} from '../actor.ts';
import {authToLocal} from '../auth-to-local.ts';
import {basicAuthenticator} from '../password/basic.ts';
import {CredentialCheck} from '../password/check-credentials.ts';
import {refuseDefaultCredentials} from '../password/default-credentials.ts';
import type {Directory} from '../directory/directory.ts';
import {headerAuthenticator} from './header-login.ts';
import {logoutsIn, type Logouts, SharedLogouts} from '../session/logouts.ts';
import {negotiateAuthenticator} from './negotiate.ts';
import {type Notes, NotesInMemory} from '../notes.ts';
import type {OpenIdLogin} from '../openid/open-id.ts';
import type {Partner} from './partner.ts';
import {openPasswordFile} from '../password/open-password-file.ts';
import type {PasswordFile} from '../password/password-file.ts';
import {passwordFileSource} from '../password/password-file-source.ts';
import {Sessions} from '../session/sessions.ts';
import {type LoginRecords, SharedSessions} from '../session/shared-sessions.ts';
import {sharedThrottle} from '../password/throttle.ts';
import {fixedKey, keysAt, tokenAuthenticator} from '../openid/token-login.ts';
import {type TrustedProxies, trustedProxies} from './trusted-proxy.ts';

/** Everything by which people get in, as the options say. */
export type Login = {
  /** Asked in this order when there is no session. */
  readonly authenticators: readonly Authenticator[];
  /** For forms with a name and a password. */
  readonly credentials: CredentialCheck;
  readonly sessions: Sessions;
  readonly proxies: TrustedProxies;
  /** Whether a proxy in front says with this request who it is from. */
  readonly isNamed: (request: FastifyRequest) => boolean;
  /** A provider that people log in at, with a page of its own. */
  readonly openId: OpenIdLogin | undefined;
  /** What was begun and is to be taken up again, once. */
  readonly notes: Notes;
  /** The other half of the product, where there is one. */
  readonly partner: Partner | undefined;
  /** Who is known by name without asking a directory: the people of the password file. */
  readonly people: () => ReadonlyMap<string, {readonly groups: readonly string[]}>;
  /**
   * What a person's login depends on, such as the line of the password file: changes when what was
   * given out to the person on the strength of it should end. `undefined` for nobody here.
   */
  readonly revisionOf: (userName: string) => string | undefined;
  /** The same for signed tokens, which end when their person logs out everywhere as well. */
  readonly tokenRevisionOf: (userName: string) => Promise<string | undefined>;
  /** Ends all sessions of a person, and what was signed for the person until now. */
  readonly endAllOf: (userName: string) => Promise<void>;
  readonly groupsOf: (userName: string) => Promise<readonly string[]>;
  /**
   * False where it is known that there is nobody of this name any more: in no file, and in none of
   * the directories.
   */
  readonly isThere: (userName: string) => Promise<boolean>;
  /** True when signed tokens of another issuer get people in. */
  readonly takesTokens: boolean;
  /** Ends the sessions of people who were changed or removed since. */
  readonly refresh: () => void;
  /** What programs that did not log in are asked for; browsers, too, if `isForBrowsers`. */
  readonly challenge: {readonly text: string; readonly isForBrowsers: boolean} | undefined;
  readonly hasDefaultPassword: boolean;
};

export type LoginInput = {
  readonly options: CommonOptions & LoginOptions;
  /** True when somebody named the password file. */
  readonly isPasswordFileChosen: boolean;
  readonly log: Log;
  /** For a server that several processes serve: where they write down who is logged in. */
  readonly shared?: {readonly records: LoginRecords; readonly server: string} | undefined;
  readonly partner?: Partner | undefined;
};

type GroupsOf = (userName: string) => Promise<readonly string[]>;

/**
 * Order: trusted header, Kerberos ticket, token, name and password; of the last the directory
 * before the file.
 * @throws Error for the operator: nobody could log in, a default password could be used from
 * elsewhere, a keytab or
 *   key cannot be read
 */
export async function openLogin({
  options,
  isPasswordFileChosen,
  log,
  shared,
  partner,
}: LoginInput): Promise<Login> {
  const directories = await directoriesOf(options, log);
  const isKnownElsewhere =
    options.kerberosEnabled ||
    options.headerEnabled ||
    isTokenLogin(options) ||
    options.openIdIssuer !== '';
  const isOtherWay = isKnownElsewhere || directories.length > 0;
  const passwords = openPasswordFile(options, isPasswordFileChosen, isOtherWay);
  if (passwords !== undefined) {
    const refusal = await refuseDefaultCredentials(options.bindAddress, passwords, options);
    if (refusal !== undefined) throw new Error(refusal);
  }
  const throttle = sharedThrottle(
    JSON.stringify([passwords?.file, directories.map(one => one.url)]),
  );
  if (shared !== undefined) await throttle.share(shared.records, log);
  const sources = [
    ...directories,
    ...(passwords === undefined ? [] : [passwordFileSource(passwords, options, log)]),
  ];
  const credentials = new CredentialCheck(sources, undefined, throttle);
  const groupsOf = groupsFrom(passwords, directories);
  // Whoever has a ticket or another issuer's token may be known to no source of passwords.
  const revisionOf = (userName: string) =>
    credentials.revisionOf(userName) ?? (isKnownElsewhere ? '' : undefined);
  const sessions = await sessionsFor(options, revisionOf, shared);
  const logouts = logoutsFor(options, shared);
  const tellFaults = () => passwords?.faults.forEach(fault => log.warn({}, fault));
  tellFaults();
  passwords?.onChange(changed => {
    const ended = sessions.endOf(changed);
    // One after the other, while nobody waits: a new file may change everybody.
    void (async () => {
      for (const userName of ended) await partner?.endedOf(userName);
    })();
    tellFaults();
  });
  return {
    authenticators: [
      ...(await authenticatorsOf(options, groupsOf, logouts)),
      basicAuthenticator(credentials),
    ],
    credentials,
    sessions,
    proxies: trustedProxies(options.proxiesEnabled ? options.proxyUsers : {}, groupsOf),
    isNamed: ({headers}) =>
      options.headerEnabled && (headers[options.headerUser.toLowerCase()] ?? '') !== '',
    openId: await openIdOf(options, groupsOf, shared?.records),
    notes: shared?.records ?? new NotesInMemory(),
    partner,
    revisionOf,
    tokenRevisionOf: async userName => {
      const revision = revisionOf(userName);
      if (revision === undefined) return undefined;
      const loggedOutAt = await logouts.of(userName);
      return loggedOutAt === 0 ? revision : `${revision} ${loggedOutAt}`;
    },
    endAllOf: async userName => {
      await sessions.endEverywhereOf(userName);
      await logouts.add(userName);
    },
    groupsOf,
    isThere: async userName =>
      isKnownElsewhere || (await isInAny(userName, passwords, directories)),
    takesTokens: isTokenLogin(options),
    people: () => passwords?.entries() ?? new Map(),
    refresh: () => void passwords?.entries(),
    challenge: options.kerberosEnabled
      ? {text: 'Negotiate', isForBrowsers: options.kerberosForBrowsers}
      : undefined,
    hasDefaultPassword: passwords?.isDefault ?? false,
  };
}

async function sessionsFor(
  {sessionTimeoutMs: idleMs, sessionMaxAgeMs: maxAgeMs}: CommonOptions,
  revisionOf: Login['revisionOf'],
  shared: LoginInput['shared'],
): Promise<Sessions> {
  const limits = {idleMs, maxAgeMs};
  if (shared === undefined) return new Sessions(limits);
  const sessions = new SharedSessions({...shared, limits, revisionOf});
  const made = randomBytes(32).toString('base64');
  const tokenKey = Buffer.from(
    await shared.records.secret(`tokens of ${shared.server}`, made),
    'base64',
  );
  return new Sessions(limits, undefined, undefined, {sessions, tokenKey});
}

function logoutsFor(options: CommonOptions, shared: LoginInput['shared']): Logouts {
  return shared === undefined
    ? logoutsIn(logoutFileOf(options))
    : new SharedLogouts(shared.records);
}

async function authenticatorsOf(
  options: LoginOptions,
  groupsOf: GroupsOf,
  logouts: Logouts,
): Promise<Authenticator[]> {
  const authenticators: Authenticator[] = [];
  if (options.headerEnabled) {
    const {headerUser, headerGroups, headerFrom} = options;
    authenticators.push(
      headerAuthenticator({
        userHeader: headerUser,
        groupsHeader: headerGroups,
        from: listOf(headerFrom),
        groupsOf,
      }),
    );
  }
  if (options.kerberosEnabled) {
    const principal = options.kerberosPrincipal.replace('_HOST', hostname().toLowerCase());
    const toLocal = authToLocal(options.kerberosRules, principal.split('@')[1] ?? '');
    const keytab = options.kerberosKeytab;
    if (keytab === '')
      throw new Error(
        '--kerberos-login needs --kerberos-keytab, the file with the keys of this service',
      );
    authenticators.push(
      await negotiateAuthenticator({
        principal,
        keytab,
        toLocal,
        groupsOf,
        validForMs: options.kerberosValidityMs,
      }),
    );
  }
  if (isTokenLogin(options)) {
    const keys =
      options.tokenKeysUrl === '' ? fixedKey(options.tokenPublicKey) : keysAt(options.tokenKeysUrl);
    authenticators.push(
      tokenAuthenticator(keys, {
        issuer: options.tokenIssuer,
        audiences: listOf(options.tokenAudiences),
        cookie: options.tokenCookie,
        userClaim: options.tokenUserClaim,
        groupsClaim: options.tokenGroupsClaim,
        groupsOf,
        loggedOutAt: userName => logouts.of(userName),
      }),
    );
  }
  return authenticators;
}

async function openIdOf(
  options: LoginOptions,
  groupsOf: GroupsOf,
  notes: LoginRecords | undefined,
): Promise<OpenIdLogin | undefined> {
  const {openIdIssuer: issuer, openIdClient: clientId, openIdSecret: clientSecret} = options;
  if (issuer === '') return undefined;
  if (clientId === '')
    throw new Error('--oidc-issuer needs --oidc-client, the name of this server at the provider');
  const {
    openIdScopes: scopes,
    openIdUserClaim: userClaim,
    openIdGroupsClaim: groupsClaim,
    openIdLabel: label,
  } = options;
  // Its library is loaded where it is wanted.
  const {OpenIdLogin} = await import('../openid/open-id.ts');
  const settings = {
    issuer,
    clientId,
    clientSecret,
    scopes,
    userClaim,
    groupsClaim,
    label,
    groupsOf,
  };
  return new OpenIdLogin({...settings, ...(notes !== undefined && {notes})});
}

function isTokenLogin({tokenKeysUrl, tokenPublicKey}: LoginOptions): boolean {
  return tokenKeysUrl !== '' || tokenPublicKey !== '';
}

async function directoriesOf(options: LoginOptions, log: Log): Promise<Directory[]> {
  if (!options.ldapEnabled || options.ldapType === 'none') return [];
  // Its library is loaded where it is wanted.
  const {Directory} = await import('../directory/directory.ts');
  const isActive = options.ldapType === 'ad';
  const url = isActive ? options.adUrl : options.ldapUrl;
  if (url === '') {
    throw new Error(
      `--ldap-login needs --${isActive ? 'ad' : 'ldap'}-url, such as ldaps://directory.example.com:636`,
    );
  }
  const common = {
    url,
    startTls: options.ldapStartTls,
    authorities:
      options.ldapAuthorities === ''
        ? undefined
        : readNamed(options.ldapAuthorities, '--ldap-ca-file'),
    groupAttribute: options.ldapGroupAttribute,
    groupFilter: options.ldapGroupFilter,
  };
  if (isActive) {
    const {adDomain, adBaseDn, adUserFilter, adBindDn, adBindPassword, adDefaultGroup} = options;
    // Without a domain they are looked for, by somebody who may, and log in by the name that was
    // found.
    const loginPattern = adDomain === '' ? '' : `{0}@${adDomain}`;
    if (loginPattern === '' && adBindDn === '') {
      throw new Error(
        '--ldap-login with --ldap-type ad needs --ad-domain, or --ad-bind-dn to look people up with',
      );
    }
    const people = {loginPattern, baseDn: adBaseDn, userFilter: adUserFilter};
    // An entry there tells its groups itself.
    const lookup = {
      bindDn: adBindDn,
      bindPassword: adBindPassword,
      groupBaseDn: '',
      defaultGroup: adDefaultGroup,
    };
    return [new Directory({...common, ...people, ...lookup}, log)];
  }
  const {ldapLoginPattern, ldapBaseDn, ldapUserFilter, ldapBindDn, ldapBindPassword} = options;
  if (ldapLoginPattern === '' && ldapBaseDn === '') {
    throw new Error(
      '--ldap-login needs --ldap-user-dn, such as uid={0},ou=people,dc=example,dc=com, or --ldap-base-dn to look for people in',
    );
  }
  const people = {loginPattern: ldapLoginPattern, baseDn: ldapBaseDn, userFilter: ldapUserFilter};
  const groups = {groupBaseDn: options.ldapGroupBaseDn, defaultGroup: options.ldapDefaultGroup};
  return [
    new Directory(
      {...common, ...people, bindDn: ldapBindDn, bindPassword: ldapBindPassword, ...groups},
      log,
    ),
  ];
}

/** @throws Error for the operator that names the option */
function readNamed(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${option} ${file} cannot be read: ${(cause as Error).message}`, {cause});
  }
}

/** Of the file first: it names few people, and who is in it was put there on purpose. */
function groupsFrom(
  passwords: PasswordFile | undefined,
  directories: readonly Directory[],
): GroupsOf {
  return async userName => {
    const entry = passwords?.entries().get(userName);
    if (entry !== undefined) return entry.groups;
    const groups = await Promise.all(directories.map(directory => directory.groupsOf(userName)));
    return [...new Set(groups.flat())];
  };
}

/** Whoever a directory cannot be asked about counts as there. */
async function isInAny(
  userName: string,
  passwords: PasswordFile | undefined,
  directories: readonly Directory[],
): Promise<boolean> {
  if (passwords?.entries().has(userName) === true) return true;
  const answers = await Promise.all(directories.map(directory => directory.knows(userName)));
  return answers.some(answer => answer !== false);
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}
