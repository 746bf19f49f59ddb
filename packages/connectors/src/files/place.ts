import type {SourceTypes} from '../connector.ts';
import {pathColumnTypes} from '../source-types.ts';

/** A folder and what its files are in the catalog, by the names that OpenLineage's events give. */
export type Place = {
  readonly scheme: 'file' | 'hdfs' | 's3';
  readonly typeName: 'fs_path' | 'hdfs_path' | 'aws_s3_v2_object';
  /** Bucket, NameNode or, of local files, machine. */
  readonly at: string;
  /** From the root, without a slash at its end; of a bucket without one in front as well. */
  readonly folder: string;
  readonly cluster: string;
};

const schemes: Readonly<Record<string, Place['scheme']>> = {
  hdfs: 'hdfs',
  s3: 's3',
  s3a: 's3',
  s3n: 's3',
};
const typeNames = {file: 'fs_path', hdfs: 'hdfs_path', s3: 'aws_s3_v2_object'} as const;

/** Undefined for what is no address of a folder. */
export function placeOf(path: string, host: string, cluster: string): Place | undefined {
  const start = path.indexOf('://');
  if (start < 0) {
    if (!path.startsWith('/')) return undefined;
    return {scheme: 'file', typeName: 'fs_path', at: host, folder: trimmed(path), cluster};
  }
  const word = path.slice(0, start);
  const [at = '', ...names] = path.slice(start + '://'.length).split('/');
  const folder = trimmed(names.map(name => `/${name}`).join(''));
  const scheme = schemes[word.toLowerCase()];
  if (scheme === undefined || (scheme === 's3' && at === '')) return undefined;
  return {
    scheme,
    typeName: typeNames[scheme],
    at: at.replace(/^127\.0\.0\.1(?=:|$)/, 'localhost'),
    folder: scheme === 's3' ? folder.replace(/^\/+/, '') : folder,
    cluster,
  };
}

const trimmed = (path: string): string => path.replace(/(?<!\/)\/+$/, '');

/** Where something of the folder lies, as an address. */
export function addressIn({scheme, at, folder}: Place, path: string): string {
  const whole = [folder, path].filter(part => part !== '').join('/');
  return `${scheme}://${at}${whole === '' || whole.startsWith('/') ? whole : `/${whole}`}`;
}

export function qualifiedIn(place: Place, path: string): string {
  const {scheme, cluster} = place;
  return `${addressIn(place, path)}${scheme === 'file' ? '' : `@${cluster}`}`;
}

/** The path from the folder; undefined for what lies elsewhere. */
export function pathFrom(place: Place, qualifiedName: string): string | undefined {
  const end = place.scheme === 'file' ? '' : `@${place.cluster}`;
  const root = addressIn(place, '');
  if (!qualifiedName.endsWith(end)) return undefined;
  const address = qualifiedName.slice(0, qualifiedName.length - end.length);
  if (address === root) return '';
  return address.startsWith(`${root}/`) ? address.slice(root.length + 1) : undefined;
}

/** Columns of objects in buckets, beside those of other files. */
export const fileTypes: SourceTypes = {
  ...pathColumnTypes,
  relationshipDefs: [
    ...(pathColumnTypes.relationshipDefs ?? []),
    {
      name: 'aws_s3_v2_object_columns',
      serviceType: 'aws',
      typeVersion: '1.0',
      relationshipCategory: 'COMPOSITION',
      propagateTags: 'NONE',
      attributeDefs: [],
      endDef1: {type: 'aws_s3_v2_object', name: 'columns', isContainer: true, cardinality: 'SET'},
      endDef2: {type: 'path_column', name: 'object', isContainer: false, cardinality: 'SINGLE'},
    },
  ],
};
