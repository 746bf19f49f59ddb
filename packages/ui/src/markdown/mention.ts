/** Something that a text can name, with the address that it leads to. */
export type Mention = {
  readonly name: string;
  /** What tells it from others of the name. */
  readonly note: string;
  /** `#!/…` */
  readonly address: string;
};

/** Where somebody is about to name something: the place of `@`, and the words behind it. */
export type Mentioning = {readonly from: number; readonly text: string};

/** Longer texts behind an `@` are no names. */
const maxLength = 60;

/** Undefined where the caret is behind no `@` that begins a word. */
export function mentioningAt(value: string, caret: number): Mentioning | undefined {
  const before = value.slice(Math.max(0, caret - maxLength - 1), caret);
  const [, text] = /(?:^|[\s(])@([^\s@()[\]]*)$/.exec(before) ?? [];
  return text === undefined ? undefined : {from: caret - text.length - 1, text};
}

/** The text with the mention as a link, and where the caret is behind it. */
export function withMention(
  value: string,
  {from, text}: Mentioning,
  {name, address}: Mention,
): {value: string; caret: number} {
  const label = name.replace(/[\\[\]*_`]/g, sign => `\\${sign}`);
  const link = `[@${label}](${address}) `;
  const rest = value.slice(from + text.length + 1).replace(/^ /, '');
  return {value: `${value.slice(0, from)}${link}${rest}`, caret: from + link.length};
}
