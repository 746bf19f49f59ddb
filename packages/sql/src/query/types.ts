/** Fields of a type in the ways that engines write it; empty for what has none. */
export function fieldsOf(type: string): {readonly name: string; readonly type: string}[] {
  const inner = insideOf(type, /^\s*(?:struct|row)\s*[<(]/i);
  if (inner === undefined) return [];
  return partsOf(inner).flatMap(part => {
    const found = /^\s*(?:"([^"]+)"|`([^`]+)`|([\p{L}_][\p{L}\p{N}_$]*))\s*:?/u.exec(part);
    if (found === null) return [];
    const [before, quoted, ticked, plain = ''] = found;
    return [{name: quoted ?? ticked ?? plain, type: part.slice(before.length).trim()}];
  });
}

/** What `[…]` gives of a type: an element of a list, a value of a map. */
export function elementOf(type: string): string {
  const list = /^(.*)\[\d*\]$/s.exec(type.trim());
  if (list?.[1] !== undefined) return list[1];
  const array = insideOf(type, /^\s*array\s*[<(]/i);
  if (array !== undefined) return array;
  return entryOf(type)?.value ?? '';
}

/** Key and value of a map; undefined for other types. */
export function entryOf(type: string): {readonly key: string; readonly value: string} | undefined {
  const map = insideOf(type, /^\s*map\s*[<(]/i);
  if (map === undefined) return undefined;
  const [key = '', value = ''] = partsOf(map);
  return {key: key.trim(), value: value.trim()};
}

function insideOf(type: string, start: RegExp): string | undefined {
  const [begin] = start.exec(type) ?? [];
  const text = type.trim();
  if (begin === undefined || !/[>)]$/.test(text)) return undefined;
  return text.slice(begin.trimStart().length, -1);
}

/** Cut at commas outside of brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const char of text) {
    if (/[<(]/.test(char)) depth++;
    if (/[>)]/.test(char)) depth--;
    if (char === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return part.trim() === '' ? parts : [...parts, part];
}
