import {messageOf, toast} from '@gazetteer/ui';
import {send} from '../api/request.ts';
import {sheets} from '../editor/sheets.ts';
import {documentsChanged} from './document-queries.ts';
import type {DocumentHead} from './document-wire.ts';

const path = (uuid: string) => `/api/v1/documents/${uuid}`;

export async function throwAway({uuid, name}: DocumentHead): Promise<void> {
  await tell(async () => {
    await send('DELETE', path(uuid));
    return {title: `Moved “${name}” to trash`, text: 'You can restore it from there.'};
  });
}

export async function restore({uuid, name}: DocumentHead): Promise<void> {
  await tell(async () => {
    const back = await send<DocumentHead>('POST', `${path(uuid)}/restore`);
    const isOther = back.name !== name;
    return {title: `“${name}” is back`, text: isOther ? `Its name was taken: it is ${back.name} now.` : undefined};
  });
}

export async function deleteForGood({uuid, name}: DocumentHead): Promise<void> {
  await tell(async () => {
    await send('DELETE', `${path(uuid)}?forever=true`);
    // What a sheet shows stays there as a text.
    for (const tab of sheets.get().tabs) if (tab.document?.uuid === uuid) sheets.change(tab.id, {document: undefined});
    return {title: `“${name}” is gone`, text: undefined};
  });
}

async function tell(work: () => Promise<{title: string; text: string | undefined}>): Promise<void> {
  try {
    toast({kind: 'done', ...(await work())});
  } catch (error) {
    toast({kind: 'problem', title: 'That did not work', text: messageOf(error)});
  }
  await documentsChanged();
}
