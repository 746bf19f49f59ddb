import {sharedValue, type SharedValue} from './shared-value.ts';

/** Something of the page that is shown or not, whoever asks for it: a key, a button, a menu. */
export type Toggle = SharedValue<boolean> & {readonly flip: () => void};

/** One that is off. */
export function newToggle(): Toggle {
  const value = sharedValue(false);
  return {...value, flip: () => value.set(!value.get())};
}
