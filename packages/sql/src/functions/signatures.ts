/** One way to call a function. Places are those in its text. */
export type Signature = {
  readonly text: string;
  readonly parameters: readonly {readonly from: number; readonly to: number}[];
};

/** Behind these words examples come, whose calls are no signatures. */
const examples = /^\s*(?:extended usage|examples?)\b/im;
const maxSignatures = 12;
const maxLength = 300;

/**
 * The ways to call a function, from what its engine says of it: `substr(str, pos[, len]) - returns
 * …`, `date_trunc(part VARCHAR, ts DATE) → DATE`.
 */
export function signaturesOf(name: string, described: string): Signature[] {
  const from = examples.exec(described)?.index ?? described.length;
  const text = described.slice(0, from);
  const found = new Map<string, Signature>();
  const start = new RegExp(
    // Hive writes some descriptions without a blank: `of length len orsubstr(bin, pos)`.
    String.raw`(?<=^|[^\w.]|\bor)${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\(`,
    'gi',
  );
  for (const {index} of text.matchAll(start)) {
    const signature = signatureAt(text, index, index + name.length);
    if (signature !== undefined) found.set(signature.text, signature);
    if (found.size === maxSignatures) break;
  }
  return [...found.values()];
}

function signatureAt(text: string, from: number, open: number): Signature | undefined {
  const parameters: {from: number; to: number}[] = [];
  let begin = open + 1;
  for (let at = open + 1, depth = 0; at < Math.min(text.length, from + maxLength); at++) {
    const char = text[at];
    if (char === '(') depth++;
    const isEnd = char === ')' && depth === 0;
    if (isEnd || (char === ',' && depth === 0)) {
      const parameter = trimmed(text, begin, at);
      if (parameter.from < parameter.to)
        parameters.push({from: parameter.from - from, to: parameter.to - from});
      begin = at + 1;
    } else if (char === ')') depth--;
    if (!isEnd) continue;
    // Behind it stands what it gives, where the engine says so.
    const [gives = ''] = /^ → [^\n]*/.exec(text.slice(at + 1)) ?? [];
    return {text: text.slice(from, at + 1) + gives, parameters};
  }
  return undefined;
}

/** Without white space, and brackets of what may be left out. */
function trimmed(text: string, from: number, to: number): {from: number; to: number} {
  const isOpen = (char = '') => /[\s[\]]/.test(char);
  let [first, last] = [from, to];
  while (first < last && isOpen(text[first])) first++;
  while (first < last && isOpen(text[last - 1]) && text.slice(last - 2, last) !== '[]') last--;
  return {from: first, to: last};
}

/** The parameter that an argument is for; the last one where it takes any number. */
export function parameterOf({text, parameters}: Signature, argument: number): number | undefined {
  if (argument < parameters.length) return argument;
  const last = parameters.at(-1);
  return last !== undefined && text.slice(last.from, last.to).includes('...')
    ? parameters.length - 1
    : undefined;
}
