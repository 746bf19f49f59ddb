/**
 * The pieces of an XML document, each with its offset. Names come without their prefix; an empty
 * element is opened and closed.
 */
export type XmlToken =
  | {
      readonly type: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly at: number;
    }
  | {readonly type: 'close'; readonly name: string; readonly at: number}
  | {readonly type: 'text'; readonly text: string; readonly at: number};

/** What is no XML that is understood here, and where in the document. */
export class XmlError extends Error {
  /** Without the place. */
  readonly reason: string;
  readonly at: number;

  constructor(reason: string, at: number) {
    super(`${reason} at offset ${at}`);
    this.reason = reason;
    this.at = at;
  }
}

const entities = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  }),
);
const piece =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>]+)\s*>|<([^\s/<>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy;
const attribute = /(?<![^\s="'])([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Documents that are read here have a dozen levels; tags that nobody closes would fill the memory.
 */
const maxDepth = 100;

/**
 * Reads well-formed XML; a document type is refused, since it could define entities that grow
 * without end, or pull in files.
 * @param onUnknown what to take for `&…` that stands for no character
 * @throws {XmlError} for what is not understood, and tags that do not close
 */
export function* xmlTokens(
  document: string,
  onUnknown?: (text: string, at: number) => string,
): Generator<XmlToken> {
  const open: string[] = [];
  let next = document.startsWith('\uFEFF') ? 1 : 0;
  while (next < document.length) {
    const at = next;
    // Set anew each time: the expression is shared by all readers that are under way.
    piece.lastIndex = at;
    const match = piece.exec(document);
    if (match === null)
      throw new XmlError('XML is not understood (document types are refused)', at);
    next = piece.lastIndex;
    const [whole, cdata, closed, opened, attributes, isEmpty] = match;
    if (opened !== undefined) {
      yield {type: 'open', name: localName(opened), attributes: attributesOf(attributes ?? ''), at};
      if (isEmpty === '/') yield {type: 'close', name: localName(opened), at};
      else if (open.push(opened) > maxDepth)
        throw new XmlError(`XML is nested deeper than ${maxDepth} levels`, at);
    } else if (closed !== undefined) {
      const last = open.pop();
      if (last !== closed)
        throw new XmlError(
          `</${closed}> ${last === undefined ? 'at the top' : `inside of <${last}>`}`,
          at,
        );
      yield {type: 'close', name: localName(closed), at};
    } else if (cdata !== undefined) {
      yield {type: 'text', text: cdata, at};
    } else if (!whole.startsWith('<')) {
      yield {type: 'text', text: unescaped(whole, text => onUnknown?.(text, at) ?? text), at};
    }
  }
  if (open.length > 0) throw new XmlError(`XML ends inside of ${open.join('/')}`, document.length);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    found.set(
      name,
      unescaped(double ?? single ?? '', whole => whole),
    );
  }
  return found;
}

function unescaped(text: string, onUnknown: (whole: string) => string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d+);|#x([\da-f]+);|(\w+);|[^;\s]*;?)/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? onUnknown(whole);
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : onUnknown(whole);
    },
  );
}
