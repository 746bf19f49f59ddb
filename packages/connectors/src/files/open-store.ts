import type {FileStore} from './file-store.ts';
import type {FilesConfig} from './files-keys.ts';
import {hdfsFolder} from './hdfs-folder.ts';
import {localFolder} from './local-folder.ts';
import type {Place} from './place.ts';
import {s3Folder} from './s3-folder.ts';

/** An answer of a store takes no longer. */
const timeoutMs = 30_000;

/** The file system that the folder is of. */
export function openStore(config: FilesConfig, {scheme, at, folder}: Place): FileStore {
  if (scheme === 'file') return localFolder(config.path);
  if (scheme === 'hdfs') {
    const {webhdfs: urls, kerberos, user = ''} = config;
    return hdfsFolder({urls, kerberos, user}, folder);
  }
  const {region, endpoint = `https://s3.${region}.amazonaws.com`} = config;
  const options = {
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    accessKeyId: config['access-key'] ?? '',
    secretAccessKey: config['secret-key'] ?? '',
    sessionToken: config['session-token'],
    timeoutMs,
  };
  return s3Folder(options, at, folder);
}
