import {toast} from '@gazetteer/ui';

/**
 * Puts a text on the clipboard, also where the browser hides it because the page came without TLS.
 */
export async function copyToClipboard(text: string): Promise<void> {
  // Its type says that it is always there; without TLS it is not.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard === undefined) throw new Error('there is no clipboard');
    await clipboard.writeText(text);
  } catch {
    if (!copyByHand(text)) toast({kind: 'problem', title: 'Couldn’t copy'});
  }
}

/**
 * The way of old browsers, which is allowed while somebody clicks and needs no TLS. The field has
 * to be in the page and visible to be selected, and takes the focus, which goes back afterwards.
 */
function copyByHand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
