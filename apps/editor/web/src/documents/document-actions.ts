import {toast} from '@gazetteer/ui';
import {ask} from '../api/request.ts';
import {sheets} from '../editor/sheets.ts';
import {documentsChanged} from './document-queries.ts';
import type {DocumentHead} from '../api/wire.ts';

/**
 * To the trash. From then on its name is free for others.
 * @param leave away from a page of it, before that is read again
 */
export async function throwAway({uuid, name}: DocumentHead, leave?: () => void): Promise<void> {
  await tell(async () => {
    await ask('DELETE /api/v1/documents/{uuid}', {path: {uuid}});
    leave?.();
    return {title: `Moved “${name}” to trash`, text: 'You can restore it from there.'};
  });
}

/**
 * Out of the trash. Its name may be another's by now; then the server gives it a new one, which is
 * told.
 */
export async function restore({uuid, name}: DocumentHead): Promise<void> {
  await tell(async () => {
    const back = await ask('POST /api/v1/documents/{uuid}/restore', {path: {uuid}});
    const isOther = back.name !== name;
    return {
      title: `Restored “${name}”`,
      text: isOther ? `Its name was taken: it is ${back.name} now.` : undefined,
    };
  });
}

/** For ever. Sheets that show it become sheets of their own. */
export async function deleteForGood({uuid, name}: DocumentHead): Promise<void> {
  await tell(async () => {
    await ask('DELETE /api/v1/documents/{uuid}', {path: {uuid}, query: {forever: true}});
    // What a sheet shows stays there as a text.
    for (const tab of sheets.get().tabs)
      if (tab.document?.uuid === uuid) sheets.change(tab.id, {document: undefined});
    return {title: `Deleted “${name}”`, text: undefined};
  });
}

/**
 * Lists are read anew whatever came of it: what failed may have failed since another was faster.
 */
async function tell(work: () => Promise<{title: string; text: string | undefined}>): Promise<void> {
  try {
    toast({kind: 'done', ...(await work())});
  } catch (error) {
    toast({kind: 'problem', title: 'Request failed', error});
  }
  await documentsChanged();
}
