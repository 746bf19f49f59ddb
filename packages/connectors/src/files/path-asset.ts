import {ref, type Asset, type Body} from '../connector.ts';
import {formatOf, type DataSet} from './data-sets.ts';
import {addressIn, type Place, qualifiedIn} from './place.ts';
import type {Content} from './read-content.ts';

/**
 * A file or folder as the stock model has it, with columns.
 * @param content undefined where it could not be read: columns stay as they are then
 */
export function pathAsset(place: Place, dataSet: DataSet, content: Content | undefined): Asset {
  const {path, sample, partitionKeys} = dataSet;
  const qualifiedName = qualifiedIn(place, path);
  const columns = columnBodies(place, dataSet, content);
  const rows = content?.rows;
  const refs = columns.map(one => ref('path_column', one.attributes['qualifiedName'] as string));
  return {
    within: place.scheme === 's3' ? [bucketBody(place)] : [],
    main: {
      typeName: place.typeName,
      attributes: {
        qualifiedName,
        name: nameOf(addressIn(place, path)),
        ...ownAttributes(place, dataSet),
        ...(content === undefined ? {} : {columns: refs}),
      },
      properties: {
        format: formatOf(sample) ?? '',
        ...(rows === undefined || partitionKeys !== undefined ? {} : {rows: String(rows)}),
      },
    },
    parts: columns,
    links: [],
  };
}

/** Where and how large it is, which the stock types say in different words. */
function ownAttributes(place: Place, {path, sample, partitionKeys, status}: DataSet): object {
  const {size, modified, owner, group} = status ?? {};
  const time = modified === undefined ? undefined : Math.trunc(modified.getTime());
  if (place.scheme === 's3')
    return {
      bucketName: place.at,
      container: ref('aws_s3_v2_bucket', bucketName(place)),
      dataType: formatOf(sample),
      ...(size === undefined ? {} : {size}),
      ...(time === undefined ? {} : {lastModifiedTime: time}),
    };
  return {
    path: addressIn(place, path),
    isFile: partitionKeys === undefined,
    ...(size === undefined ? {} : {fileSize: size}),
    ...(time === undefined ? {} : {modifiedTime: time}),
    ...(place.scheme === 'hdfs' ? {clusterName: place.cluster} : {}),
    ...(owner === undefined ? {} : {owner, group}),
  };
}

function columnBodies(
  place: Place,
  {path, partitionKeys}: DataSet,
  content: Content | undefined,
): Body[] {
  if (content === undefined) return [];
  const own = qualifiedIn(place, path);
  const holder = place.scheme === 's3' ? 'object' : 'path';
  const keys = (partitionKeys ?? []).map(name => ({name, type: 'VARCHAR', isPartitionKey: true}));
  return [...content.columns.map(one => ({...one, isPartitionKey: false})), ...keys].map(
    ({name, type, isPartitionKey}, position) => ({
      typeName: 'path_column',
      attributes: {
        qualifiedName: `${own}#${name}`,
        name,
        type,
        position,
        isPartitionKey,
        [holder]: ref(place.typeName, own),
      },
    }),
  );
}

function bucketBody(place: Place): Body {
  const attributes = {qualifiedName: bucketName(place), name: place.at};
  return {typeName: 'aws_s3_v2_bucket', attributes};
}

const bucketName = ({at, cluster}: Place): string => `s3://${at}@${cluster}`;

const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);
