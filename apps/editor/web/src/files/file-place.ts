import {decoded} from '../decoded.ts';

/** What a page of files shows: a place, and how a folder is listed. */
export type FolderView = {
  /** As the server calls it, such as `/user/ada`; empty for where the person's own files are. */
  readonly path: string;
  readonly page: number;
  readonly filter: string;
  readonly sort: string;
  readonly isDescending: boolean;
};

const root = '/app/files';
/**
 * What paths of a store that speaks S3 begin with. As Hadoop writes them, and so the SQL that is
 * made of them.
 */
export const s3Root = 's3a://';

/**
 * The address of a place: the file system, then the names on the way, each encoded. What is not
 * said is as at first.
 */
export function filesAddress(
  path: string,
  {page = 1, filter = '', sort = 'name', isDescending = false}: Partial<FolderView> = {},
): string {
  const params = new URLSearchParams({
    ...(page > 1 && {page: String(page)}),
    ...(filter !== '' && {filter}),
    ...(sort !== 'name' && {sort}),
    ...(isDescending && {descending: 'true'}),
  });
  const names = namesOf(path).map(encodeURIComponent);
  const system = isOfS3(path) ? 's3a' : 'hdfs';
  const address = path === '' ? root : [root, system, ...names].join('/');
  return params.size === 0 ? address : `${address}?${params}`;
}

export function folderViewOf(address: string, params: URLSearchParams): FolderView {
  const [system = '', ...names] = address.slice(root.length).split('/').slice(1).map(decoded);
  return {
    path: system === '' ? '' : (system === 's3a' ? s3Root : '/') + normal(names.join('/')),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    filter: params.get('filter') ?? '',
    sort: params.get('sort') ?? 'name',
    isDescending: params.get('descending') === 'true',
  };
}

/** As the server answers, which knows no empty names, no `.` and no `..`. */
function normal(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.join('/');
}

export function nameOf(path: string): string {
  return namesOf(path).at(-1) ?? rootOf(path);
}

export function parentOf(path: string): string {
  return rootOf(path) + namesOf(path).slice(0, -1).join('/');
}

export function inFolder(folder: string, name: string): string {
  return folder + (folder.endsWith('/') ? '' : '/') + name;
}

/** Each folder on the way to a place, and itself. */
export function wayTo(path: string): readonly {readonly name: string; readonly path: string}[] {
  const [names, first] = [namesOf(path), rootOf(path)];
  return [
    {name: first, path: first},
    ...names.map((name, at) => ({name, path: first + names.slice(0, at + 1).join('/')})),
  ];
}

/** Whether something is in the trash of the person whose home this is. */
export function isTrash(path: string, home: string): boolean {
  return `${path}/`.startsWith(`${home}/.Trash/`);
}

export function isOfS3(path: string): boolean {
  return path.startsWith(s3Root);
}

export function rootOf(path: string): string {
  return isOfS3(path) ? s3Root : '/';
}

function namesOf(path: string): string[] {
  return path
    .slice(rootOf(path).length)
    .split('/')
    .filter(name => name !== '');
}

/** What actions on some entries of a folder call them. */
export function namesText(files: readonly {readonly name: string}[]): string {
  const [first] = files;
  return files.length === 1 && first !== undefined ? first.name : `${files.length} entries`;
}

/** Of what the server lists beside engines: whether it is a file system. */
export const isFileSystem = ({type}: {readonly type: string}): boolean =>
  type === 'hdfs' || type === 's3';
