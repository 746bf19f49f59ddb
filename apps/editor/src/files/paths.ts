import {AppError} from '@gazetteer/model';

/** What paths of a store that speaks S3 begin with: the name of a bucket follows. */
export const s3Root = 's3a://';

/**
 * The absolute path that somebody means, without `.`, `..` and slashes twice; an address of HDFS is
 * its path, one of S3 begins with `s3a://`, of which an address that it stands in may have lost
 * slashes. @throws BAD_REQUEST for what is none, and for file
 * systems that there are not here
 */
export function pathOf(given: string): string {
  const [, s3] = /^s3[an]?:\/(.*)$/is.exec(given) ?? [];
  if (s3 !== undefined) return s3Root + normal(`/${s3}`).slice(1);
  const [, scheme, rest = given] = /^([a-z][a-z0-9+.-]*):\/\/[^/]*((?:\/.*)?)$/is.exec(given) ?? [];
  if (scheme !== undefined && !/^(web)?hdfs$/i.test(scheme))
    throw new AppError('BAD_REQUEST', [
      `There are no files of ${scheme}:// here, only of hdfs:// and s3a://`,
    ]);
  if (rest !== '' && !rest.startsWith('/'))
    throw new AppError('BAD_REQUEST', [`${given} is no path: paths begin with /`]);
  return normal(rest);
}

function normal(rest: string): string {
  if (/[\0\r\n]/.test(rest) || !rest.isWellFormed())
    throw new AppError('BAD_REQUEST', ['A path has characters that none has']);
  const names: string[] = [];
  for (const name of rest.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** What is in the folder by this name. @throws BAD_REQUEST for what is no name */
export function inFolder(folder: string, name: string): string {
  if (
    name === '' ||
    name === '.' ||
    name === '..' ||
    /[/\0\r\n]/.test(name) ||
    !name.isWellFormed()
  )
    throw new AppError('BAD_REQUEST', [`${JSON.stringify(name)} is no name of a file`]);
  return `${folder.endsWith('/') ? folder : `${folder}/`}${name}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(rootOf(path).length, path.lastIndexOf('/')));
}

/** What is above everything in the file system of a path. */
export function rootOf(path: string): string {
  return path.startsWith(s3Root) ? s3Root : '/';
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `drwxr-xr-x`, of `755` and whether it is a folder. */
export function rwx(permission: string, isFolder: boolean): string {
  const bits = Number.parseInt(permission, 8) || 0;
  const flags = [...'rwxrwxrwx'].map((flag, at) => ((bits >> (8 - at)) & 1 ? flag : '-'));
  if (bits & 0o1000) flags[8] = flags[8] === 'x' ? 't' : 'T';
  return `${isFolder ? 'd' : '-'}${flags.join('')}`;
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** `1.2 MB`, as pages of Hue show it. */
export function humanSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return unit === 0 ? `${bytes} bytes` : `${size.toFixed(1)} ${units[unit]}`;
}

/** The page of what an address of Hue's file browser shows, such as `view=/user/ada`. */
export function pageOfFiles(call: string): string {
  // Of file systems that there are not here Hue has addresses as well.
  const [, path] = /^view=((?:\/|s3[an]?:\/|(?:web)?hdfs:\/\/).*)$/is.exec(call) ?? [];
  if (path === undefined) return '/app/files';
  const whole = pathOf(path);
  const names = whole.slice(rootOf(whole).length).split('/');
  const system = rootOf(whole) === s3Root ? 's3a' : 'hdfs';
  return ['/app/files', system, ...names.filter(name => name !== '').map(encodeURIComponent)].join(
    '/',
  );
}
