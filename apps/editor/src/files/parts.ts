import {words} from '@gazetteer/kernel/loose-fields';
import {integer, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {whole} from '../http/shapes.ts';
import type {FileSystem} from './file-system.ts';
import {pathOf, rootOf, s3Root} from './paths.ts';

// What the calls about files have in common.

/** The file system of a path, and of others with it. @throws NOT_SUPPORTED where there is none */
export function filesOf({files: {hdfs, s3}}: Editor, path: string, ...more: string[]): FileSystem {
  const other = more.find(one => rootOf(one) !== rootOf(path));
  if (other !== undefined)
    throw new AppError('BAD_REQUEST', [
      `${path} and ${other} are in two file systems: copy, and delete then`,
    ]);
  const isOfS3 = rootOf(path) === s3Root;
  const files = isOfS3 ? s3 : hdfs;
  if (files !== undefined) return files;
  throw new AppError('NOT_SUPPORTED', [
    isOfS3
      ? 'There is no store of s3a:// here that you may use: [aws] [[aws_accounts]] [[[default]]] names it, and its users and groups'
      : 'No file system is configured: name its webhdfs_url in [hadoop] [[hdfs_clusters]] [[[default]]]',
  ]);
}

export const done = whole({status: integer('0: it went well'), path: textShape('What came of it')});
export const paths = words('One path, or several as a JSON list');
export const errors = [
  'NOT_FOUND',
  'NOT_ALLOWED',
  'CONFLICT',
  'STATEMENT_FAILED',
  'NOT_SUPPORTED',
] as const;

export function each(given: readonly string[]): readonly [string, ...string[]] {
  const [first, ...more] = given.map(pathOf);
  if (first === undefined) throw new AppError('BAD_REQUEST', ['There is no path']);
  return [first, ...more];
}
