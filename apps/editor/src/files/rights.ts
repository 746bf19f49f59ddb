import {form} from '@gazetteer/kernel';
import {flag, number, text} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import {change} from '../operation.ts';
import type {FileSystem} from './file-system.ts';
import {done, each, errors, filesOf, paths} from './parts.ts';
import {inFolder, pathOf} from './paths.ts';

/** More of them are changed by the cluster's own tools. */
const maxTargets = 10_000;

const right = () => flag('Whether they may, where there is no `mode`');
const rights = {
  user_read: right(),
  user_write: right(),
  user_execute: right(),
  group_read: right(),
  group_write: right(),
  group_execute: right(),
  other_read: right(),
  other_write: right(),
  other_execute: right(),
  sticky: flag('Whether only owners remove what is in a folder'),
};

const chmod = change('POST /chmod', {
  summary: 'Set the rights of files or folders',
  description:
    'As `mode`, octal digits such as `750`, or as the nine rights and `sticky` one by one.',
  body: form({
    path: paths,
    mode: text('Octal digits'),
    ...rights,
    recursive: flag('Whether all that is in a folder gets them as well'),
  }),
  answer: done,
  errors,
  run: async (e, {path, mode, recursive, ...given}, {actor: {userName}, signal}) => {
    const named = each(path);
    const files = filesOf(e, ...named);
    const {setPermission} = able(files);
    const permission = mode === '' ? permissionOf(given) : mode;
    if (!/^[01]?[0-7]{3}$/.test(permission))
      throw new AppError('BAD_REQUEST', [`${permission} are no rights: octal digits such as 750`]);
    const gone = signal();
    const all = await targets(files, userName, named, recursive, gone);
    for (const one of all) {
      gone.throwIfAborted();
      await setPermission.call(files, userName, one, permission);
    }
    return {status: 0, path: all[0] ?? ''};
  },
});

const chown = change('POST /chown', {
  summary: 'Set whose files or folders are',
  description: 'The cluster lets its superuser alone do so. What is left out stays.',
  body: form({
    path: paths,
    user: text('Their owner'),
    group: text('Their group'),
    recursive: flag('Whether all that is in a folder changes as well'),
  }),
  answer: done,
  errors,
  run: async (e, {path, user, group, recursive}, {actor: {userName}, signal}) => {
    const named = each(path);
    const files = filesOf(e, ...named);
    const {setOwner} = able(files);
    if (user === '' && group === '')
      throw new AppError('BAD_REQUEST', ['There is neither user nor group']);
    const gone = signal();
    const all = await targets(files, userName, named, recursive, gone);
    for (const one of all) {
      gone.throwIfAborted();
      await setOwner.call(files, userName, one, user, group);
    }
    return {status: 0, path: all[0] ?? ''};
  },
});

const setReplication = change('POST /set_replication', {
  summary: 'Set how many copies the cluster keeps of a file',
  description: 'It makes them later.',
  body: form({src_path: text('The file'), replication_factor: number('How many', 0, 512)}),
  answer: done,
  errors,
  run: async (e, {src_path, replication_factor}, {actor: {userName}}) => {
    if (replication_factor < 1)
      throw new AppError('BAD_REQUEST', ['replication_factor is less than 1']);
    const path = pathOf(src_path);
    const files = filesOf(e, path);
    await able(files).setReplication.call(files, userName, path, replication_factor);
    return {status: 0, path};
  },
});

/** @throws NOT_SUPPORTED where files have no rights, owners and copies */
function able(files: FileSystem) {
  const {setPermission, setOwner, setReplication: setCopies} = files;
  if (setPermission === undefined || setOwner === undefined || setCopies === undefined)
    throw new AppError('NOT_SUPPORTED', ['Files there have no rights of their own']);
  return {setPermission, setOwner, setReplication: setCopies};
}

/** With what is in them, where that is wanted. @throws BAD_REQUEST for too many */
async function targets(
  files: FileSystem,
  user: string,
  given: readonly string[],
  isRecursive: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!isRecursive) return given;
  const all = [...given];
  const folders: string[] = [];
  for (const path of given)
    if ((await files.status(user, path)).type === 'DIRECTORY') folders.push(path);
  for (const path of folders) {
    signal.throwIfAborted();
    for (const {pathSuffix, type} of await files.list(user, path)) {
      all.push(inFolder(path, pathSuffix));
      if (type === 'DIRECTORY') folders.push(inFolder(path, pathSuffix));
    }
    if (all.length > maxTargets)
      throw new AppError('BAD_REQUEST', [`There are more than ${maxTargets} files in it`]);
  }
  return all;
}

function permissionOf({sticky, ...given}: Readonly<Record<keyof typeof rights, boolean>>): string {
  const bits = Object.keys(given).map(name => (given[name as keyof typeof given] ? 1 : 0));
  const digit = (at: number) => (bits[at] ?? 0) * 4 + (bits[at + 1] ?? 0) * 2 + (bits[at + 2] ?? 0);
  return `${sticky ? '1' : ''}${digit(0)}${digit(3)}${digit(6)}`;
}

/** Rights and copies of files. */
export const rightsOfFiles = {
  setClusterRights: chmod,
  setClusterOwner: chown,
  setClusterReplication: setReplication,
};
