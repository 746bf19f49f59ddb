const head = /^Container: [^\n]*\n(?:[^\n]*\n){0,8}?LogContents:\n/;
const foot = /^End of LogType:[^\n]*\n\*+\s*$/;

/**
 * What a program wrote, without the lines that nodes since Hadoop 3 put around it: container,
 * length, that it goes on.
 */
export function logContents(text: string): string {
  if (!head.test(text)) return text;
  const contents = text.replace(head, '');
  // Only the last one can be it: programs may write the same a million times.
  const end = contents.lastIndexOf('End of LogType:');
  if (end < 0 || !foot.test(contents.slice(end))) return contents;
  return contents.slice(0, end).replace(/\n$/, '');
}
