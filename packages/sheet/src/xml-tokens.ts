/** The pieces of an XML document that a spreadsheet's parts are made of. Names come without their prefix. */
export type XmlToken =
  | {readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string>}
  | {readonly type: 'close'; readonly name: string}
  | {readonly type: 'text'; readonly text: string};

const entities: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};
const piece =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>]+)\s*>|<([^\s/<>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parts of a spreadsheet have a dozen levels; tags that nobody closes would fill the memory. */
const maxDepth = 100;

/**
 * Reads well-formed XML; a document type is refused, since it could define entities that grow without end.
 * @throws Error with the offset of what is not understood
 */
export function* xmlTokens(document: string): Generator<XmlToken> {
  const open: string[] = [];
  let at = document.startsWith('\uFEFF') ? 1 : 0;
  while (at < document.length) {
    // Set anew each time: the expression is shared by all readers that are under way.
    piece.lastIndex = at;
    const match = piece.exec(document);
    if (match === null) throw new Error(`XML is not understood at offset ${at}`);
    at = piece.lastIndex;
    const [whole, cdata, closed, opened, attributes, isEmpty] = match;
    if (opened !== undefined) {
      yield {type: 'open', name: localName(opened), attributes: attributesOf(attributes ?? '')};
      if (isEmpty === '/') yield {type: 'close', name: localName(opened)};
      else if (open.push(opened) > maxDepth) throw new Error(`XML is nested deeper than ${maxDepth} levels`);
    } else if (closed !== undefined) {
      if (open.pop() !== closed) throw new Error(`XML has a wrong end tag before offset ${at}`);
      yield {type: 'close', name: localName(closed)};
    } else if (cdata !== undefined) {
      yield {type: 'text', text: cdata};
    } else if (!whole.startsWith('<')) {
      yield {type: 'text', text: unescaped(whole)};
    }
  }
  if (open.length > 0) throw new Error(`XML ends inside of ${open.join('/')}`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    found.set(name, unescaped(double ?? single ?? ''));
  }
  return found;
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
