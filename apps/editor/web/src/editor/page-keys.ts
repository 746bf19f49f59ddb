import {useEffect} from 'react';
import {commandKeys, type Commands, isMac} from './commands.ts';

/** The keys of the text editor work wherever the focus is on the page, unless something took them already or a dialog is open. */
export function usePageKeys(commands: Commands): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('[role=dialog]') !== null) return;
      const found = commandKeys.find(({keys}) => keys.some(key => isPressed(key, event)));
      if (found === undefined) return;
      event.preventDefault();
      commands[found.command]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [commands]);
}

/** @param key as in `Mod-Shift-f` */
function isPressed(key: string, {ctrlKey, metaKey, shiftKey, altKey, key: typed, code}: KeyboardEvent): boolean {
  const parts = key.split('-');
  const name = parts.at(-1) ?? '';
  const has = (part: string) => parts.slice(0, -1).includes(part);
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (mod !== has('Mod') || other || shiftKey !== has('Shift') || altKey !== has('Alt')) return false;
  // With Alt, keyboards write other signs than the letter on the key.
  return typed.toLowerCase() === name.toLowerCase() || code === `Key${name.toUpperCase()}`;
}
