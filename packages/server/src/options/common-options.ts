import {join, resolve} from 'node:path';
import type {Options, OptionValues} from '@gazetteer/settings';

const second = 1000;

/**
 * Options that every server has, under one key and one name: what is given once goes to all servers
 * of a process.
 */
export const commonOptions = {
  bindAddress: {
    key: 'atlas.server.bind.address',
    cli: 'bind',
    group: 'Server',
    type: 'string',
    default: '127.0.0.1',
    doc: 'Address to listen on. Anything but loopback is refused while the default password is in use.',
  },
  trustedProxies: {
    key: 'atlas.server.trusted.proxies',
    cli: 'trusted-proxies',
    group: 'Server',
    type: 'string',
    default: '127.0.0.1,::1',
    doc: 'Addresses and networks of proxies in front, separated by commas. Only their headers X-Forwarded-For, -Host and -Proto are trusted, in records of requests and for slowing down password guessing.',
  },
  stopTimeoutMs: {
    key: 'atlas.server.stop.timeout',
    cli: 'stop-timeout',
    group: 'Server',
    type: 'duration',
    unit: 's',
    default: 30 * second,
    min: 0,
    max: 3600 * second,
    doc: 'How long requests in flight may take after SIGTERM; then they are cut off.',
  },
  drainTimeMs: {
    key: 'atlas.server.drain.time',
    cli: 'drain-time',
    group: 'Server',
    type: 'duration',
    unit: 's',
    default: 0,
    min: 0,
    max: 3600 * second,
    doc: 'How long requests are still answered after SIGTERM while probes of readiness get 503, so that a load balancer sends new ones elsewhere before the port closes.',
  },
  mcp: {
    key: 'atlas.server.mcp',
    cli: 'mcp',
    group: 'Server',
    type: 'enum',
    allowed: ['off', 'read', 'write'],
    default: 'off',
    doc: 'Tools for assistants over the Model Context Protocol at /mcp (docs/assistants.md): none, those that read, or also those that change something and run any statement.',
  },
  checkConfig: {
    key: 'atlas.config.check',
    cli: 'check-config',
    group: 'Configuration',
    type: 'boolean',
    default: false,
    doc: 'Check options, configuration, certificates, policy, passwords and folders; print what is in effect, and start nothing.',
  },
  dataFolder: {
    key: 'atlas.data.folder',
    cli: 'data',
    group: 'Store',
    type: 'string',
    default: './.data',
    check: value => (value === '' ? 'a folder' : undefined),
    doc: 'Folder of the embedded store and the password file; made when it is not there. One process may use it.',
  },
  minFreeBytes: {
    key: 'atlas.data.min.free',
    cli: 'min-free-disk',
    group: 'Store',
    type: 'bytes',
    default: 10 ** 9,
    min: 0,
    max: 10 ** 15,
    doc: 'Below this free disk space the editor refuses new work with a message, and the catalog writes no files for people and goes on.',
  },
  passwordFileEnabled: {
    key: 'atlas.authentication.method.file',
    cli: 'password-file-login',
    group: 'Login',
    type: 'boolean',
    default: true,
    doc: 'Log in with a name and password of the password file.',
  },
  passwordFile: {
    key: 'atlas.authentication.method.file.filename',
    cli: 'password-file',
    group: 'Login',
    type: 'string',
    isBesideConfig: true,
    default: '',
    defaultText: '<data>/users-credentials.properties',
    doc: 'Lines user=GROUP::hash with a scrypt, bcrypt or SHA-256 hash; the latter two are exchanged for the first at a login. While the default file is absent, admin/admin works.',
  },
  plainSha256: {
    key: 'atlas.authentication.method.file.v1-validation.enabled',
    cli: 'plain-sha256',
    group: 'Login',
    type: 'boolean',
    default: true,
    doc: 'Accept SHA-256 hashes of the password alone.',
  },
  saltedSha256: {
    key: 'atlas.authentication.method.file.v2-validation.enabled',
    cli: 'salted-sha256',
    group: 'Login',
    type: 'boolean',
    default: true,
    doc: 'Accept SHA-256 hashes of the password and the user name.',
  },
  sessionTimeoutMs: {
    key: 'atlas.session.timeout.secs',
    cli: 'session-timeout',
    group: 'Login',
    type: 'duration',
    unit: 's',
    default: 3600 * second,
    min: second,
    max: 30 * 86_400 * second,
    unset: '-1',
    doc: 'A session ends after this time without a request.',
  },
  sessionMaxAgeMs: {
    key: 'atlas.session.max.age.secs',
    cli: 'session-max-age',
    group: 'Login',
    type: 'duration',
    unit: 's',
    default: 7 * 86_400 * second,
    min: second,
    max: 365 * 86_400 * second,
    doc: 'A session ends this time after its login, used or not.',
  },
  logLevel: {
    key: 'atlas.log.level',
    cli: 'log-level',
    group: 'Log',
    type: 'enum',
    allowed: ['debug', 'info', 'warn', 'error'],
    default: 'info',
    doc: 'Lines below this level are not written; requests are logged at info.',
  },
  logFormat: {
    key: 'atlas.log.format',
    cli: 'log-format',
    group: 'Log',
    type: 'enum',
    allowed: ['json', 'pretty'],
    default: 'json',
    doc: 'One JSON object per line, or text for a terminal.',
  },
} as const satisfies Options;

export type CommonOptions = OptionValues<typeof commonOptions>;

/** Absolute path of the password file; the default one lies in the data folder. */
export function passwordFileOf({
  passwordFile,
  dataFolder,
}: Pick<CommonOptions, 'passwordFile' | 'dataFolder'>): string {
  return passwordFile === ''
    ? join(resolve(dataFolder), 'users-credentials.properties')
    : resolve(passwordFile);
}

/** Absolute path of the file that says when people logged out everywhere. */
export function logoutFileOf({dataFolder}: Pick<CommonOptions, 'dataFolder'>): string {
  return join(resolve(dataFolder), 'logouts.json');
}

/** What sets a password in the file that a server reads: to be copied as it stands. */
export function passwdCommand(userName: string, file: string): string {
  const isDefault =
    file === passwordFileOf({passwordFile: '', dataFolder: commonOptions.dataFolder.default});
  const word = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
  return `npm run passwd -- ${userName}${isDefault ? '' : ` --password-file ${word}`}`;
}

/** Which forms of hashes a password file may have beside those that are written today. */
export type HashSettings = Pick<CommonOptions, 'plainSha256' | 'saltedSha256'>;
