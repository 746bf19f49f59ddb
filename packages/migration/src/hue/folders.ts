import {isKnownType} from './convert.ts';
import type {Grant, HueHead} from './hue-types.ts';

/** Folders so that each stands behind the one that it is in, as far as that is there. */
export function inOrder(
  folders: readonly HueHead[],
  known: ReadonlyMap<string, HueHead>,
): readonly HueHead[] {
  const depth = (folder: HueHead): number => {
    const seen = new Set<string>();
    let at: HueHead | undefined = folder;
    for (; at !== undefined && !seen.has(at.uuid); at = known.get(at.parent ?? ''))
      seen.add(at.uuid);
    return seen.size;
  };
  const depths = new Map(folders.map(one => [one.uuid, depth(one)]));
  return [...folders].sort((a, b) => (depths.get(a.uuid) ?? 0) - (depths.get(b.uuid) ?? 0));
}

/** The folder of what somebody threw away. */
export const isTrash = ({type, name}: HueHead): boolean =>
  type === 'directory' && name === '.Trash';

/** Whether it is that folder, or stands in it. */
export function isInTrash(head: HueHead, folders: ReadonlyMap<string, HueHead>): boolean {
  const seen = new Set<string>();
  let at: HueHead | undefined = head;
  for (; at !== undefined && !seen.has(at.uuid); at = folders.get(at.parent ?? '')) {
    if (isTrash(at)) return true;
    seen.add(at.uuid);
  }
  return false;
}

/**
 * Hue decides for each document by itself who reads it, and lets a folder's writers write what is in
 * it. Here all that a folder is shared with may read what is in it, so a folder is not shared with
 * whom something in it is hidden from.
 */
export function notWider(documents: ReadonlyMap<string, HueHead>): ReadonlyMap<string, HueHead> {
  const byUuid = new Map([...documents.values()].map(one => [one.uuid, one]));
  const dropped = new Set<string>();
  for (const head of byUuid.values()) {
    if (!isKnownType(head.type)) continue;
    const own = new Set(head.grants.flatMap(keysOf));
    const seen = new Set([head.uuid]);
    let at = folderAbove(head, byUuid);
    for (; at !== undefined && !seen.has(at.uuid); at = folderAbove(at, byUuid)) {
      seen.add(at.uuid);
      for (const one of at.grants)
        if (isForAll(one)) keysOf(one).forEach(key => own.add(key));
        else if (!own.has(keyOf(one))) dropped.add(`${at.uuid} ${keyOf(one)}`);
    }
  }
  return new Map(
    [...documents].map(([key, head]) => {
      const lost = head.grants.filter(one => dropped.has(`${head.uuid} ${keyOf(one)}`));
      const note = `Not all in it is shared with ${lost.map(whom).join(', ')}, so the folder is not.`;
      const grants = head.grants.filter(one => !lost.includes(one));
      return [key, lost.length === 0 ? head : {...head, grants, note}];
    }),
  );
}

/** In which it stays here. */
function folderAbove(
  {owner, parent}: HueHead,
  byUuid: ReadonlyMap<string, HueHead>,
): HueHead | undefined {
  const above = byUuid.get(parent ?? '');
  return above?.owner === owner ? above : undefined;
}

const isForAll = ({kind, permission}: Grant) => kind !== 'link' && permission === 'write';
const keyOf = ({kind, name, permission}: Grant) => JSON.stringify([kind, name, permission]);
const keysOf = (one: Grant) => [keyOf(one), keyOf({...one, permission: 'read'})];
const whom = ({kind, name}: Grant) => (kind === 'link' ? 'everybody with the link' : name);
