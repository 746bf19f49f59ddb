import {words} from '@gazetteer/kernel/loose-fields';
import {integer, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {whole} from '../http/shapes.ts';
import type {FileSystem} from './file-system.ts';
import {pathOf} from './paths.ts';

// What the calls about files have in common.

export function filesOf({files}: Editor): FileSystem {
  if (files === undefined)
    throw new AppError('NOT_SUPPORTED', [
      'No file system is configured: name its webhdfs_url in [hadoop] [[hdfs_clusters]] [[[default]]]',
    ]);
  return files;
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

export function each(given: readonly string[]): readonly string[] {
  if (given.length === 0) throw new AppError('BAD_REQUEST', ['There is no path']);
  return given.map(pathOf);
}
