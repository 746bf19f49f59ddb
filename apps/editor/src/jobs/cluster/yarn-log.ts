const head = /^Container: [^\n]*\n(?:[^\n]*\n){0,8}?LogContents:\n/;
const foot = /\n?End of LogType:[^\n]*\n\*+\s*$/;

/**
 * What a program wrote, without the lines that nodes since Hadoop 3 put around it: container,
 * length, that it goes on.
 */
export function logContents(text: string): string {
  return head.test(text) ? text.replace(head, '').replace(foot, '') : text;
}
