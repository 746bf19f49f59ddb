import {form} from '@gazetteer/kernel';
import {flag, text} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import {change} from '../operation.ts';
import {copyTo, replaceFile} from './copy-files.ts';
import {maxEditedBytes} from './limits.ts';
import {done, each, errors, filesOf, paths} from './parts.ts';
import {inFolder, nameOf, parentOf, pathOf, rootOf} from './paths.ts';
import {emptyTrash, trashed, untrashed} from './trash.ts';

const newName = form({path: text('The folder that it comes into'), name: text('Its name')});

const makeFolder = change('POST /mkdir', {
  summary: 'Make a folder',
  description: 'With those above it.',
  body: newName,
  answer: done,
  errors,
  run: async (e, {path, name}, {actor: {userName}}) => {
    const made = inFolder(pathOf(path), name);
    await filesOf(e, made).makeFolder(userName, made);
    return {status: 0, path: made};
  },
});

const makeFile = change('POST /touch', {
  summary: 'Make an empty file',
  description: 'A name that its folder has already is refused.',
  body: newName,
  answer: done,
  errors,
  run: async (e, {path, name}, {actor: {userName}}) => {
    const made = inFolder(pathOf(path), name);
    await filesOf(e, made).write(userName, made);
    return {status: 0, path: made};
  },
});

const rename = change('POST /rename', {
  summary: 'Rename a file or folder',
  description: 'A name that is taken is refused.',
  body: form({
    src_path: text('It'),
    dest_path: text('Its new path, or its new name in the same folder'),
  }),
  answer: done,
  errors,
  run: async (e, {src_path, dest_path}, {actor: {userName}}) => {
    const from = pathOf(src_path);
    const to = dest_path.includes('/') ? pathOf(dest_path) : inFolder(parentOf(from), dest_path);
    await filesOf(e, from, to).rename(userName, from, to);
    return {status: 0, path: to};
  },
});

const move = change('POST /move', {
  summary: 'Move files or folders to another folder',
  description: 'The first that cannot be moved ends it; those before it have been.',
  body: form({src_path: paths, dest_path: text('The folder')}),
  answer: done,
  errors,
  run: async (e, {src_path, dest_path}, {actor: {userName}}) => {
    const to = pathOf(dest_path);
    const all = each(src_path);
    const files = filesOf(e, to, ...all);
    for (const from of all) await files.rename(userName, from, inFolder(to, nameOf(from)));
    return {status: 0, path: to};
  },
});

const remove = change('POST /rmtree', {
  summary: 'Move files or folders to the trash, or delete them for good',
  description: 'With all that is in them.',
  body: form({path: paths, skip_trash: flag('Whether they go for good')}),
  answer: done,
  errors,
  run: async (e, {path, skip_trash}, {actor: {userName}}) => {
    const all = each(path);
    const places = all.map(one => filesOf(e, one));
    // Before anything is done.
    if (all.some(one => one === rootOf(one)))
      throw new AppError('BAD_REQUEST', ['The root is not deleted.']);
    for (const [i, files] of places.entries()) {
      const one = all[i] ?? '';
      if (skip_trash) await files.delete(userName, one);
      else await trashed(files, userName, one);
    }
    return {status: 0, path: all.at(-1) ?? ''};
  },
});

const restore = change('POST /trash/restore', {
  summary: 'Take files or folders out of the trash',
  description: 'To where they were.',
  body: form({path: paths}),
  answer: done,
  errors,
  run: async (e, {path}, {actor: {userName}}) => {
    let back = '';
    for (const one of each(path)) back = await untrashed(filesOf(e, one), userName, one);
    return {status: 0, path: back};
  },
});

const copy = change('POST /copy', {
  summary: 'Copy files or folders to another folder',
  description: 'With all that is in them; the first that cannot be copied ends it.',
  body: form({src_path: paths, dest_path: text('The folder')}),
  answer: done,
  errors,
  run: async (e, {src_path, dest_path}, {actor: {userName}, signal}) => {
    const to = pathOf(dest_path);
    const gone = signal();
    const target = filesOf(e, to);
    const all = each(src_path).map(from => ({from, source: filesOf(e, from)}));
    for (const {from, source} of all)
      await copyTo({source, target, user: userName}, from, inFolder(to, nameOf(from)), gone);
    return {status: 0, path: to};
  },
});

const save = change('POST /save', {
  summary: 'Save a text over a file',
  description: 'The file stays as it was until all has been written.',
  body: form({path: text('The file'), contents: text('All that is to be in it')}),
  answer: done,
  errors,
  run: async (e, {path, contents}, {actor: {userName}, signal}) => {
    const bytes = Buffer.from(contents);
    if (bytes.byteLength > maxEditedBytes)
      throw new AppError('BAD_REQUEST', [`A text has ${maxEditedBytes} bytes at most`]);
    const saved = pathOf(path);
    await replaceFile(filesOf(e, saved), userName, saved, ReadableStream.from([bytes]), signal());
    return {status: 0, path: saved};
  },
});

const purge = change('POST /trash/purge', {
  summary: 'Empty the trash of the caller',
  description: 'For good.',
  body: form({}),
  answer: done,
  errors,
  run: async (e, _input, {actor: {userName}}) => {
    await emptyTrash(filesOf(e, '/'), userName);
    return {status: 0, path: ''};
  },
});

/** Files of a cluster, as scripts of Hue change them. */
export const fileChanges = {
  makeClusterFolder: makeFolder,
  makeClusterFile: makeFile,
  renameClusterFile: rename,
  moveClusterFiles: move,
  copyClusterFiles: copy,
  saveClusterFile: save,
  removeClusterFiles: remove,
  restoreClusterFiles: restore,
  emptyClusterTrash: purge,
};
