import {toast} from '@gazetteer/ui';

/** Puts an address where it can be pasted from; where the browser forbids that, it is shown. */
export async function shareLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast({kind: 'done', title: 'Link copied'});
  } catch {
    toast({kind: 'note', title: 'Couldn’t copy', text: address});
  }
}
