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
  const address = path === '' ? root : [root, 'hdfs', ...names].join('/');
  return params.size === 0 ? address : `${address}?${params}`;
}

export function folderViewOf(address: string, params: URLSearchParams): FolderView {
  const [, ...names] = address.slice(root.length).split('/').slice(1).map(decoded);
  return {
    path: address.slice(root.length).replace(/^\/+$/, '') === '' ? '' : `/${names.join('/')}`,
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    filter: params.get('filter') ?? '',
    sort: params.get('sort') ?? 'name',
    isDescending: params.get('descending') === 'true',
  };
}

export function nameOf(path: string): string {
  return namesOf(path).at(-1) ?? '/';
}

export function parentOf(path: string): string {
  return `/${namesOf(path).slice(0, -1).join('/')}`;
}

export function inFolder(folder: string, name: string): string {
  return `${folder === '/' ? '' : folder}/${name}`;
}

/** Each folder on the way to a place, and itself. */
export function wayTo(path: string): readonly {readonly name: string; readonly path: string}[] {
  const names = namesOf(path);
  return [
    {name: '/', path: '/'},
    ...names.map((name, at) => ({name, path: `/${names.slice(0, at + 1).join('/')}`})),
  ];
}

/** Whether something is in the trash of the person whose home this is. */
export function isTrash(path: string, home: string): boolean {
  return `${path}/`.startsWith(`${home}/.Trash/`);
}

function namesOf(path: string): string[] {
  return path.split('/').filter(name => name !== '');
}

/** An address that somebody has typed may be no encoded text. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
