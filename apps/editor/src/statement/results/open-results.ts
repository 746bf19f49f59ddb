import {rm} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import type {S3Store} from '../../config/s3-store.ts';
import {FolderResults} from './folder-results.ts';
import type {ResultStore} from './result-store.ts';
import {S3Results} from './s3-results.ts';

export type ResultsPlace = {
  /** A folder, `s3://<bucket>/<prefix>`, or empty where this node alone keeps them. */
  readonly results: string;
  readonly encryption: 'off' | 'AES256' | 'aws:kms';
  /** The key for S3. */
  readonly store: S3Store | undefined;
};

const s3Address = /^s3a?:\/\/([^/]+)(?:\/(.*))?$/;
const callTimeoutMs = 30_000;

/** What it should be, where it is not. */
export function checkResults(text: string): string | undefined {
  return /^\w+:\/\//.test(text) && !s3Address.test(text)
    ? 'a folder or s3://<bucket>/<prefix>'
    : undefined;
}

/** Undefined for a folder. The prefix is empty or ends with a slash. */
export function placeInS3(results: string): {bucket: string; prefix: string} | undefined {
  const [, bucket, below = ''] = s3Address.exec(results) ?? [];
  const names = below.split('/').filter(name => name !== '');
  return bucket === undefined ? undefined : {bucket, prefix: names.map(one => `${one}/`).join('')};
}

/**
 * @param folder of the editor
 * @throws {Error} for the operator
 */
export async function openResultStore(
  {results, encryption, store}: ResultsPlace,
  folder: string,
): Promise<ResultStore> {
  if (results === '') return await FolderResults.open(join(folder, 'results'), false);
  const place = placeInS3(results);
  if (place === undefined) return await FolderResults.open(resolve(results), true);
  if (store === undefined)
    throw new Error(
      `--results ${results} needs a key: [aws] [[aws_accounts]] [[[results]]], or [[[default]]], with access_key_id and secret_access_key, or the environment AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  const copies = join(folder, 'fetched-results');
  await rm(copies, {recursive: true, force: true});
  return await S3Results.open(
    {...store, timeoutMs: callTimeoutMs},
    {...place, encryption: encryption === 'off' ? undefined : encryption},
    copies,
  );
}
