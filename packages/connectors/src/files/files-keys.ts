import {flag, list, optionalText, secret, text} from '@gazetteer/settings';
import type {Config} from '../connector.ts';

/** Keys of a folder on a disk, of S3 or of HDFS. */
export const filesKeys = {
  path: text(
    '',
    'The folder: `/data/landing`, `s3://lake/landing` or `hdfs://namenode.example:8020/landing`.',
  ),
  host: optionalText(
    'Name of the machine, where several have such a folder: qualified names begin with `file://<host>` then.',
  ),
  cluster: text('primary', 'What qualified names have behind `@`, of S3 and HDFS.'),
  endpoint: optionalText(
    'Of S3: address of the store, such as `http://minio.example:9000`.',
    'Amazon in `region`',
  ),
  region: text('us-east-1', 'Of S3: the region, which signatures name.'),
  'access-key': optionalText('Of S3: identifier of the key that buckets are read with.'),
  'secret-key': secret(
    'Of S3: the key itself. Better `${NAME}`, which takes it from the environment.',
  ),
  'session-token': secret('Of S3: what comes with a temporary key.'),
  webhdfs: list(
    [],
    'Of HDFS: addresses of the NameNodes, such as `http://namenode.example:9870`; the one that is active is found.',
  ),
  user: optionalText('Of HDFS: who reads, where no Kerberos is asked for.'),
  kerberos: flag(false, 'Of HDFS: whether the ticket of `kinit` logs in.'),
  files: list(
    [],
    'Files and folders of partitions to read, by their path from the folder; `*` stands for any characters, also for `/`. All when empty.',
  ),
  'exclude-files': list([], 'Files and folders to leave out.'),
};

export type FilesConfig = Config<typeof filesKeys>;
