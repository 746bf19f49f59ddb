import {isPressed} from '@gazetteer/ui';
import {useEffect} from 'react';
import {commandKeys, type Commands} from './commands.ts';

/**
 * The keys of the text editor work wherever the focus is on the page, unless something took them
 * already or a dialog is open. While letters are composed (Chinese, accents) keys belong to the
 * input method.
 */
export function usePageKeys(commands: Commands): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        document.querySelector('[role=dialog]') !== null
      )
        return;
      const found = commandKeys.find(({keys}) => keys.some(key => isPressed(key, event)));
      if (found === undefined) return;
      event.preventDefault();
      commands[found.command]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [commands]);
}
