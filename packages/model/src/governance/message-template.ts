/** Words of messages that people write in place of the usual ones; each is one line. */
export type MessageTemplate = {
  /** Of the message, and the subject of a mail. */
  readonly title?: string;
  /** Of each change. */
  readonly line?: string;
};

/** What `{{…}}` stands for in each of them. */
export const placeholders = {
  title: {
    subscription: 'Name of the subscription',
    count: 'Number of changes in words',
  },
  line: {
    what: 'What was done',
    name: 'Name of the entity, linked where the address of the catalog is known',
    type: 'Type of the entity',
    user: 'Who did it',
    time: 'When, in UTC',
    times: 'How often, where it was several times',
    details: 'Ends of a relationship; columns and affected assets of a breaking change',
    link: 'Address of the page of the entity',
  },
} as const satisfies Record<keyof MessageTemplate, Readonly<Record<string, string>>>;

export const maxTemplateLength = 500;

const placeholder = /\{\{([^{}]*)\}\}/;

/** Why a text is no template; undefined for one. */
export function templateProblem(part: keyof MessageTemplate, text: string): string | undefined {
  if (text.trim() === '') return `template.${part} is empty`;
  if (text.length > maxTemplateLength)
    return `template.${part} has ${maxTemplateLength} characters at most`;
  if (/\p{Cc}/u.test(text)) return `template.${part} is one line`;
  const pieces = piecesOf(text);
  const known = Object.keys(placeholders[part]);
  const unknown = pieces.find(one => one.isName && !known.includes(one.text));
  if (unknown !== undefined)
    return `template.${part} has {{${unknown.text}}}, which is none of ${known.join(', ')}`;
  return pieces.some(one => !one.isName && /\{\{|\}\}/.test(one.text))
    ? `template.${part} has braces that are no placeholder`
    : undefined;
}

/** What is said with values in the places of their names; a value is never read as a template. */
export function filledTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return piecesOf(text)
    .map(one => (one.isName ? (values[one.text] ?? '') : one.text))
    .join('');
}

type Piece = {readonly isName: boolean; readonly text: string};

/** Texts and names take turns. */
function piecesOf(text: string): Piece[] {
  return text.split(placeholder).map((one, i) => {
    const isName = i % 2 === 1;
    return {isName, text: isName ? one.trim() : one};
  });
}

/** What is before the first `{{name}}`, and what is behind it, if there is one. */
export function splitAtName(text: string): string[] {
  const [name] = /\{\{\s*name\s*\}\}/u.exec(text) ?? [];
  if (name === undefined) return [text];
  const at = text.indexOf(name);
  return [text.slice(0, at), text.slice(at + name.length)];
}
