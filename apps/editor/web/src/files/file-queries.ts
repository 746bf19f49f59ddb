import {keepPreviousData, queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask, urlOf} from '../api/request.ts';
import type {FolderView} from './file-place.ts';

/**
 * Shapes of `storage/{names}`, whose answer depends on its first name (`view`, `list`, `display`,
 * `download`), which the API document has no words for.
 */
export type StoredFile = {
  readonly path: string;
  readonly name: string;
  readonly type: 'dir' | 'file';
  readonly rwx: string;
  readonly mode: string;
  readonly stats: {
    readonly size: number;
    /** Seconds since 1970. */
    readonly mtime: number;
    readonly user: string;
    readonly group: string;
  };
};
export type FolderPage = {
  readonly path: string;
  readonly home_directory: string;
  readonly files: readonly StoredFile[];
  readonly page: {
    readonly number: number;
    readonly num_pages: number;
    readonly start_index: number;
    readonly end_index: number;
    readonly total_count: number;
  };
  readonly show_download_button: boolean;
};
export type FilePart = {
  readonly path: string;
  readonly rwx: string;
  readonly stats: StoredFile['stats'];
  readonly view: {
    readonly offset: number;
    readonly end: number;
    readonly size: number;
    /** As hexadecimal digits. */
    readonly contents: string;
  };
};

const pageSize = 100;
/** Bytes of a file that are looked at together. */
export const shownBytes = 2 ** 16;

/** What is at a place: a page of a folder, or the beginning of a file. */
export const placeQuery = ({path, page, filter, sort, isDescending}: FolderView) =>
  queryOptions({
    queryKey: ['files', 'place', path, page, filter, sort, isDescending],
    queryFn: async ({signal}) =>
      (await ask(
        'GET /api/v1/storage/{names}',
        {
          path: {names: ['view']},
          query: {
            path,
            pagesize: pageSize,
            pagenum: page,
            filter,
            sortby: sort,
            descending: isDescending,
            length: shownBytes,
            mode: 'binary',
          },
        },
        {signal},
      )) as FolderPage | FilePart,
    // Other programs write into the folders of a cluster all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Where the files of the person are; the root where they have no folder of their own. */
export const homeQuery = queryOptions({
  queryKey: ['files', 'home'],
  queryFn: async ({signal}) => {
    const {home_directory: home} = (await ask(
      'GET /api/v1/storage/{names}',
      {path: {names: ['list']}, query: {path: '/', pagesize: 1}},
      {signal},
    )) as FolderPage;
    return home;
  },
  staleTime: Infinity,
});

/** A part of a file. */
export const partQuery = (path: string, offset: number, length = shownBytes) =>
  queryOptions({
    queryKey: ['files', 'part', path, offset, length],
    queryFn: async ({signal}) =>
      (await ask(
        'GET /api/v1/storage/{names}',
        {path: {names: ['display']}, query: {path, offset, length, mode: 'binary'}},
        {signal},
      )) as FilePart,
    staleTime: 10_000,
  });

export function downloadUrl(path: string): string {
  return urlOf('GET /api/v1/storage/{names}', {path: {names: ['download']}, query: {path}});
}

/** After a change of any of them. */
export async function filesChanged(): Promise<void> {
  await queries.invalidateQueries({queryKey: ['files']});
}
