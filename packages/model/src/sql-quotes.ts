/**
 * A text as a statement has it, where it can be no parameter: in settings, definitions of views and
 * whatever a server takes no parameters in.
 */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a statement has it, whatever is in it. @param quote as its SQL quotes names */
export function sqlName(name: string, quote: '"' | '`' = '"'): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}
