import {randomBytes} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join, resolve} from 'node:path';
import {
  type Destination,
  FileDestination,
  Trail,
  WebHdfs,
  WebHdfsDestination,
} from '@gazetteer/events';
import type {Log} from '../log.ts';
import type {AuditOptions} from './audit-options.ts';
import {dayOf, requestOf} from './audit-record.ts';

/** Whether anything is recorded: it may be switched off, or have no destination. */
function isRecorded(options: AuditOptions): boolean {
  return options.auditEnabled && (options.auditFileEnabled || options.auditHdfsEnabled);
}

/**
 * What tells this server from others that write to the same places or keep records in the same
 * database; made at its first start, and kept. Undefined where nothing is recorded.
 */
export function auditNameOf(
  options: AuditOptions & {readonly dataFolder: string},
  server: 'catalog' | 'editor',
): string | undefined {
  return isRecorded(options) ? nameIn(folderOf(options, server)) : undefined;
}

function folderOf({dataFolder}: {readonly dataFolder: string}, server: string): string {
  return join(resolve(dataFolder), 'audit', server);
}

/**
 * The trail that requests are recorded on, with its destinations as the options say; undefined
 * where nothing is recorded.
 * @param server name of the server, part of file names
 * @throws Error for the operator
 */
export function openAudit(
  options: AuditOptions & {readonly dataFolder: string},
  server: 'catalog' | 'editor',
  log: Log,
): Trail | undefined {
  if (!isRecorded(options)) return undefined;
  const destinations: Destination[] = [];
  const folder = folderOf(options, server);
  const own = `${server}_audit_${hostname()}_${nameIn(folder)}.log`;
  if (options.auditFileEnabled) {
    // In a folder of its own nobody else writes; one that was named may be that of several.
    const {auditFileFolder: named} = options;
    const file =
      named === '' ? join(folder, '..', `${server}-audit.log`) : join(resolve(named), own);
    const {auditFileMaxBytes: maxBytes, auditFileCopies: copies} = options;
    destinations.push(new FileDestination({file, maxBytes, copies}));
  }
  if (options.auditHdfsEnabled) destinations.push(hdfsDestination(options, server, own));
  return new Trail({
    folder,
    maxBytes: options.auditSpoolMaxBytes,
    destinations,
    idOf: requestOf,
    log,
  });
}

function hdfsDestination(options: AuditOptions, server: string, name: string): WebHdfsDestination {
  const {
    auditHdfsFolder,
    auditHdfsUrls,
    auditHdfsUser: user,
    auditHdfsKerberos: kerberos,
  } = options;
  const [, secure, host, named] = /^(s?)webhdfs:\/\/([^/]+)(\/.*)?$/.exec(auditHdfsFolder) ?? [];
  const given = auditHdfsUrls.split(',').map(url => url.trim());
  const urls =
    host === undefined ? given.filter(url => url !== '') : [`http${secure ?? ''}://${host}`];
  const path = host === undefined ? auditHdfsFolder.replace(/^hdfs:\/\/[^/]*/, '') : (named ?? '/');
  if (!path.startsWith('/')) {
    throw new Error('--audit-hdfs needs --audit-hdfs-dir, such as webhdfs://namenode:9870/audit');
  }
  if (urls.length === 0 || !urls.every(url => URL.canParse(url) && /^https?:/.test(url))) {
    throw new Error(
      '--audit-hdfs goes through WebHDFS: give --audit-hdfs-urls, such as http://namenode:9870',
    );
  }
  const pathOf = (day: string) => `${path.replace(/\/+$/, '')}/${server}/${day}/${name}`;
  return new WebHdfsDestination(new WebHdfs({urls, user, kerberos}), pathOf, dayOf);
}

/** Kept, so that its files go on after a restart. */
function nameIn(folder: string): string {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  const file = join(folder, 'name');
  try {
    writeFileSync(file, randomBytes(4).toString('hex'), {flag: 'wx', mode: 0o600});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
