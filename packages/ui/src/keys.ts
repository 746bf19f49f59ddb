/** Keys as in `Mod-Shift-f`: `Mod` is Ctrl, and Cmd on a Mac. */
export type KeyHelp = {readonly keys: readonly string[]; readonly what: string};

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as people read it: `Ctrl+Shift+F`. */
export function keyText(key: string, onMac = isMac): readonly string[] {
  return key
    .split('-')
    .map(part =>
      part === 'Mod'
        ? onMac
          ? '⌘'
          : 'Ctrl'
        : part.length === 1
          ? part.toUpperCase()
          : part.replace('Arrow', ''),
    );
}

type Typed = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'key' | 'code'>;

/** Whether it is this key, with these and no other keys held. */
export function isPressed(key: string, event: Typed, onMac = isMac): boolean {
  const {ctrlKey, metaKey, shiftKey, altKey, key: typed, code} = event;
  const parts = key.split('-');
  const name = parts.at(-1) ?? '';
  const has = (part: string) => parts.slice(0, -1).includes(part);
  const [mod, other] = onMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (mod !== has('Mod') || other || shiftKey !== has('Shift') || altKey !== has('Alt'))
    return false;
  // With Alt, keyboards write other signs than the letter on the key.
  return typed.toLowerCase() === name.toLowerCase() || code === `Key${name.toUpperCase()}`;
}
