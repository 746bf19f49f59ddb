import type {HueHead} from './hue-types.ts';

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
