import type {EditorConfig} from '../config/editor-config.ts';
import {WebHdfs} from './web-hdfs.ts';

const callTimeoutMs = 30_000;

/** The files of the cluster that is configured; undefined where none is. */
export function openFiles({hdfsClusters, desktop}: EditorConfig): WebHdfs | undefined {
  const urls = hdfsClusters.flatMap(({webhdfs_url: url}) => url ?? []);
  if (urls.length === 0) return undefined;
  return new WebHdfs({
    urls,
    isKerberised: hdfsClusters.some(({security_enabled}) => security_enabled),
    serviceUser: desktop.default_user,
    timeoutMs: callTimeoutMs,
  });
}
