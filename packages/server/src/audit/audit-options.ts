import type {Options, OptionValues} from '@gazetteer/settings';

const group = 'Audit';

/** Where the record of each request goes. Keys are the reference's where it has them. */
export const auditOptions = {
  auditEnabled: {
    key: 'xasecure.audit.is.enabled',
    cli: 'audit',
    group,
    type: 'boolean',
    default: true,
    doc: 'Record every request: who, from where, what, with what result.',
  },
  auditFileEnabled: {
    key: 'xasecure.audit.destination.file',
    cli: 'audit-file',
    group,
    type: 'boolean',
    default: true,
    doc: 'Write the records into files `<server>-audit.log`, one JSON object per line.',
  },
  auditFileFolder: {
    key: 'xasecure.audit.destination.file.dir',
    cli: 'audit-file-dir',
    group,
    type: 'string',
    default: '',
    defaultText: '<data>/audit',
    doc: 'Folder of those files; several servers may share one that is named, where each writes `<server>_audit_<host>_<name>.log`.',
  },
  auditFileMaxBytes: {
    key: 'xasecure.audit.destination.file.max.bytes',
    cli: 'audit-file-max',
    group,
    type: 'bytes',
    default: 100 * 2 ** 20,
    min: 4096,
    max: 2 ** 40,
    doc: 'A file of this size is followed by a new one; the old one gets the ending `.1`.',
  },
  auditFileCopies: {
    key: 'xasecure.audit.destination.file.copies',
    cli: 'audit-file-copies',
    group,
    type: 'integer',
    default: 10,
    min: 1,
    max: 1000,
    doc: 'How many old files are kept.',
  },
  auditHdfsEnabled: {
    key: 'xasecure.audit.destination.hdfs',
    cli: 'audit-hdfs',
    group,
    type: 'boolean',
    default: false,
    doc: 'Write the records to HDFS, through WebHDFS: `<dir>/<server>/<yyyyMMdd>/<server>_audit_<host>_<name>.log`.',
  },
  auditHdfsFolder: {
    key: 'xasecure.audit.destination.hdfs.dir',
    cli: 'audit-hdfs-dir',
    group,
    type: 'string',
    default: '',
    doc: 'Folder in HDFS: `webhdfs://<host>:<port>/<path>` (`swebhdfs` with TLS), or a path with the addresses beside.',
  },
  auditHdfsUrls: {
    key: 'xasecure.audit.destination.hdfs.urls',
    cli: 'audit-hdfs-urls',
    group,
    type: 'string',
    default: '',
    doc: 'Addresses of the NameNodes, `http://<host>:<port>`, separated by commas; the active one is found.',
  },
  auditHdfsUser: {
    key: 'xasecure.audit.destination.hdfs.user',
    cli: 'audit-hdfs-user',
    group,
    type: 'string',
    default: 'atlas',
    doc: 'User that writes, if HDFS does not use Kerberos.',
  },
  auditHdfsKerberos: {
    key: 'xasecure.audit.destination.hdfs.kerberos',
    cli: 'audit-hdfs-kerberos',
    group,
    type: 'boolean',
    default: false,
    doc: "Show a Kerberos ticket of the process's credential cache (KRB5CCNAME).",
  },
  auditSpoolMaxBytes: {
    key: 'xasecure.audit.spool.max.bytes',
    cli: 'audit-spool-max',
    group,
    type: 'bytes',
    default: 2 ** 30,
    min: 4096,
    max: 2 ** 40,
    doc: 'Size of records that wait on disk for unavailable destinations; an error is logged at four fifths of it.',
  },
} as const satisfies Options;

export type AuditOptions = OptionValues<typeof auditOptions>;
