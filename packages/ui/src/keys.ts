/** Keys as in `Mod-Shift-f`: `Mod` is Ctrl, and Cmd on a Mac. */
export type KeyHelp = {readonly keys: readonly string[]; readonly what: string};

/** Keys that stand in one line of the help, and what each of them does. */
export type KeyActions<Action extends string = string> = {
  readonly keys: Readonly<Record<string, Action>>;
  readonly what: string;
};

/** Does what the newest message on the page offers, such as Undo. */
export const messageKey = 'Mod-z';

/** Of tables and trees alike, as the practices of ARIA have them. */
export const lineKeys = [
  {keys: {ArrowUp: 'previous', ArrowDown: 'next'}, what: 'previous or next line'},
  {keys: {PageUp: 'pageUp', PageDown: 'pageDown'}, what: '15 lines up or down'},
  {keys: {Home: 'first', End: 'last'}, what: 'first or last line'},
] as const;

/** Of tables. */
export const rowKeys = [
  {keys: {Enter: 'open', ' ': 'select'}, what: 'open the row, or select it'},
] as const;

/** Of trees. */
export const branchKeys = [
  {
    keys: {ArrowRight: 'right', ArrowLeft: 'left'},
    what: 'open or close a line, or go in or out',
  },
] as const;

/** What a key does by such a table. */
export function actionOf<Action extends string>(
  table: readonly KeyActions<Action>[],
  key: string,
): Action | undefined {
  return table.find(({keys}) => Object.hasOwn(keys, key))?.keys[key];
}

/** The lines of such a table for the help. */
export function helpOf(where: string, table: readonly KeyActions[]): readonly KeyHelp[] {
  return table.map(({keys, what}) => ({keys: Object.keys(keys), what: `${where}: ${what}`}));
}

/** About what is in sight; the height of a table or tree is not known here. */
const pageLines = 15;

/** The line that a key leads to, of so many; undefined for keys that lead nowhere. */
export function lineAfter(key: string, active: number, count: number): number | undefined {
  const action = actionOf(lineKeys, key);
  if (action === undefined) return undefined;
  const to = {
    previous: active - 1,
    next: active + 1,
    pageUp: active - pageLines,
    pageDown: active + pageLines,
    first: 0,
    last: count - 1,
  }[action];
  return Math.max(0, Math.min(count - 1, to));
}

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
        : part === ' '
          ? 'Space'
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
