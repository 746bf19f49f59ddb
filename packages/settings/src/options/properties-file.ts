import {readFileSync} from 'node:fs';
import {type Pair, parseLines} from 'dot-properties';

export type Property = {readonly key: string; readonly value: string; readonly line: number};

/**
 * Every property of a Java properties text in its order, repeated keys included, with the line its
 * key stands on.
 */
export function parseProperties(text: string): Property[] {
  // The library knows no byte-order mark; it would become part of the first key.
  const source = text.replace(/^\uFEFF/, '');
  const properties: Property[] = [];
  let line = 1;
  let counted = 0;
  for (const node of parseLines(source, true)) {
    if (node.type !== 'PAIR') continue;
    const {key, value, range} = node as Required<Pair>;
    for (; counted < range[0]; counted++) if (source[counted] === '\n') line++;
    properties.push({key, value: value.trim(), line});
  }
  return properties;
}

/** Throws an error that names the file when it cannot be read. */
export function readProperties(file: string): Property[] {
  try {
    return parseProperties(readFileSync(file, 'utf8'));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new Error(
      code === 'ENOENT'
        ? `${file} does not exist`
        : code === 'EISDIR'
          ? `${file} is a folder; name a file`
          : `${file} cannot be read (${code ?? String(cause)})`,
      {cause},
    );
  }
}
