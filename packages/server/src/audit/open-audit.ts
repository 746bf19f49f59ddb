import {randomBytes} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join, resolve} from 'node:path';
import {type Destination, FileDestination, Trail, WebHdfs, WebHdfsDestination} from '@gazetteer/events';
import type {Log} from '../log.ts';
import type {AuditOptions} from './audit-options.ts';
import {dayOf} from './audit-record.ts';

/**
 * The trail that requests are recorded on, with its destinations as the options say; undefined where nothing is recorded.
 * @param server name of the server, part of file names
 * @throws Error for the operator
 */
export function openAudit(
  options: AuditOptions & {readonly dataFolder: string},
  server: 'catalog' | 'editor',
  log: Log,
): Trail | undefined {
  const destinations: Destination[] = [];
  const home = join(resolve(options.dataFolder), 'audit');
  if (options.auditFileEnabled) {
    const folder = options.auditFileFolder === '' ? home : resolve(options.auditFileFolder);
    const file = join(folder, `${server}-audit.log`);
    const {auditFileMaxBytes: maxBytes, auditFileCopies: copies} = options;
    destinations.push(new FileDestination({file, maxBytes, copies}));
  }
  if (options.auditHdfsEnabled) destinations.push(hdfsDestination(options, server, join(home, server)));
  if (!options.auditEnabled || destinations.length === 0) return undefined;
  return new Trail({folder: join(home, server), maxBytes: options.auditSpoolMaxBytes, destinations, log});
}

function hdfsDestination(options: AuditOptions, server: string, own: string): WebHdfsDestination {
  const {auditHdfsFolder, auditHdfsUrls, auditHdfsUser: user, auditHdfsKerberos: kerberos} = options;
  const [, secure, host, named] = /^(s?)webhdfs:\/\/([^/]+)(\/.*)?$/.exec(auditHdfsFolder) ?? [];
  const given = auditHdfsUrls.split(',').map(url => url.trim());
  const urls = host === undefined ? given.filter(url => url !== '') : [`http${secure ?? ''}://${host}`];
  const path = host === undefined ? auditHdfsFolder.replace(/^hdfs:\/\/[^/]*/, '') : (named ?? '/');
  if (!path.startsWith('/')) {
    throw new Error('--audit-hdfs needs --audit-hdfs-dir, such as webhdfs://namenode:9870/audit');
  }
  if (urls.length === 0 || !urls.every(url => URL.canParse(url) && /^https?:/.test(url))) {
    throw new Error('--audit-hdfs goes through WebHDFS: give --audit-hdfs-urls, such as http://namenode:9870');
  }
  const name = `${server}_audit_${hostname()}_${nameIn(own)}.log`;
  const pathOf = (day: string) => `${path.replace(/\/+$/, '')}/${server}/${day}/${name}`;
  return new WebHdfsDestination(new WebHdfs({urls, user, kerberos}), pathOf, dayOf);
}

/**
 * What tells this server from others on the same machine: two that wrote one file would cut off each other's records. Kept, so that
 * its files go on after a restart.
 */
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
