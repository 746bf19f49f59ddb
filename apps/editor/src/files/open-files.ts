import type {EditorConfig} from '../config/editor-config.ts';
import {placeInS3} from '../statement/results/open-results.ts';
import type {FileSystems} from './file-system.ts';
import {S3Files} from './s3-files.ts';
import {WebHdfs} from './web-hdfs.ts';

const callTimeoutMs = 30_000;

/**
 * The file systems that are configured.
 * @param results where rows of results are kept, which are no files for everybody
 */
export function openFiles(
  {hdfsClusters, s3Store, desktop}: EditorConfig,
  results = '',
): FileSystems {
  const urls = hdfsClusters.flatMap(({webhdfs_url: url}) => url ?? []);
  return {
    hdfs:
      urls.length === 0
        ? undefined
        : new WebHdfs({
            urls,
            isKerberised: hdfsClusters.some(({security_enabled}) => security_enabled),
            serviceUser: desktop.default_user,
            timeoutMs: callTimeoutMs,
            address: hdfsClusters.flatMap(({fs_defaultfs: one}) => one ?? [])[0],
          }),
    s3: s3Store && new S3Files({...s3Store, timeoutMs: callTimeoutMs}, placeInS3(results)),
  };
}
