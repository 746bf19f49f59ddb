import {ref, type Asset, type Body} from '../connector.ts';
import {formatOf, type DataSet} from './data-sets.ts';
import type {Content} from './read-content.ts';

/**
 * A file or folder as a path of the stock model, with columns.
 * @param start what its qualified name has before the path
 * @param content undefined where it could not be read: columns stay as they are then
 */
export function pathAsset(
  start: string,
  root: string,
  {path, sample, partitionKeys, size, modified}: DataSet,
  content: Content | undefined,
): Asset {
  const whole = `${root.replace(/\/+$/, '')}${path === '' ? '' : `/${path}`}`;
  const qualifiedName = `${start}${whole}`;
  const keys = (partitionKeys ?? []).map(name => ({name, type: 'VARCHAR', isPartitionKey: true}));
  const columns = [
    ...(content?.columns ?? []).map(one => ({...one, isPartitionKey: false})),
    ...keys,
  ];
  const bodies: Body[] = columns.map(({name, type, isPartitionKey}, position) => ({
    typeName: 'path_column',
    attributes: {
      qualifiedName: `${qualifiedName}#${name}`,
      name,
      type,
      position,
      isPartitionKey,
      path: ref('fs_path', qualifiedName),
    },
  }));
  const rows = content?.rows;
  return {
    within: [],
    main: {
      typeName: 'fs_path',
      attributes: {
        qualifiedName,
        name: whole.slice(whole.lastIndexOf('/') + 1),
        path: qualifiedName,
        isFile: partitionKeys === undefined,
        ...(size === undefined ? {} : {fileSize: size}),
        ...(modified === undefined ? {} : {modifiedTime: Math.trunc(modified.getTime())}),
        ...(content === undefined
          ? {}
          : {
              columns: bodies.map(one =>
                ref('path_column', one.attributes['qualifiedName'] as string),
              ),
            }),
      },
      properties: {
        format: formatOf(sample) ?? '',
        ...(rows === undefined || partitionKeys !== undefined ? {} : {rows: String(rows)}),
      },
    },
    parts: content === undefined ? [] : bodies,
    links: [],
  };
}
