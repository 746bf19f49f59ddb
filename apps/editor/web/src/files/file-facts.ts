import {queries} from '../api/queries.ts';
import {csvFacts, jsonColumns} from './columns-of-text.ts';
import {bytesOf, textOf} from './file-bytes.ts';
import {partQuery} from './file-queries.ts';
import {parquetColumns} from './parquet-rows.ts';
import {type FileFacts, hiveKindOf} from './query-file.ts';

/** Columns of a file by its beginning. @throws ApiFailure where the file cannot be read. */
export async function factsOf(path: string, size: number): Promise<FileFacts> {
  const kind = hiveKindOf(path);
  if (kind === 'parquet')
    return {columns: await parquetColumns(path, size), separator: ',', hasHead: false};
  if (kind === 'text')
    return {columns: [{name: 'line', type: 'string'}], separator: ',', hasHead: false};
  const {view} = await queries.fetchQuery(partQuery(path, 0));
  // A mark of the order of bytes is no part of the first name.
  const text = textOf(bytesOf(view.contents)).replace(/^\uFEFF/, '');
  if (kind === 'csv') return csvFacts(text, view.end >= view.size);
  return {columns: jsonColumns(text), separator: ',', hasHead: false};
}
