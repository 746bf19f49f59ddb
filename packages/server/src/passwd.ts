import {createInterface} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import {parseArgs} from 'node:util';
import {setPassword} from './auth/password/set-password.ts';
import {weaknessOf} from './auth/password/weak-password.ts';

export const passwdUsage = `Usage: npm run passwd -- <user> [--group <group>[,<group>]] [--any-password] [options of the server that name its password file]

Sets the password of a user, and creates the user when it is new. The password is asked for twice, or read as one line
when the input is no terminal. Without --group a user keeps the groups there are; of new ones, \`admin\` and the first of a
file become administrators (ADMIN), all others are in the group USER.

A password has at least 12 characters, and is none of those that are tried first; with --any-password it is what you want.`;

export type PasswdInput = {
  /** Behind the word `passwd`. */
  readonly argv: readonly string[];
  /**
   * The password file that a server with these options would read. Throws when an option is wrong.
   */
  readonly fileOf: (argv: readonly string[]) => string;
  readonly input: Readable & {isTTY?: boolean; setRawMode?: (raw: boolean) => void};
  readonly output: Writable;
};

/** Returns the exit code. */
export async function passwd({argv, fileOf, input, output}: PasswdInput): Promise<number> {
  const print = (text: string) => void output.write(`${text}\n`);
  const {userName, group, isAny, rest} = readWords(argv);
  if (userName === undefined || argv.includes('--help')) {
    print(passwdUsage);
    return argv.includes('--help') ? 0 : 1;
  }
  try {
    const file = fileOf(rest);
    const password = await ask(input, output, `New password of ${userName}: `);
    if (password === '') throw new Error('the password is empty');
    const weakness = isAny ? undefined : await weaknessOf(password, userName);
    if (weakness !== undefined)
      throw new Error(
        `the password is weak: ${weakness}. With --any-password it is taken all the same`,
      );
    if (input.isTTY === true && (await ask(input, output, 'Again: ')) !== password) {
      throw new Error('the two are not the same');
    }
    const groups = await setPassword(file, userName, group, password);
    print(`The password of ${userName} (${groups}) is in ${file}.`);
    return 0;
  } catch (error) {
    print(`Nothing was changed: ${(error as Error).message.replace(/\.$/, '')}.`);
    return 1;
  }
}

type Words = {
  readonly userName?: string;
  readonly group?: string;
  readonly isAny: boolean;
  readonly rest: string[];
};

/**
 * The first word is the user; `--group` and `--any-password` are ours; everything else belongs to
 * the server's options.
 */
function readWords(argv: readonly string[]): Words {
  const [first, ...others] = argv;
  if (first === undefined || first.startsWith('-')) return {isAny: false, rest: []};
  const {values, tokens} = parseArgs({
    args: others,
    options: {group: {type: 'string'}, 'any-password': {type: 'boolean'}},
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const rest = [...others];
  for (const token of tokens.toReversed()) {
    if (token.kind !== 'option') continue;
    if (token.name === 'group') rest.splice(token.index, token.inlineValue === true ? 1 : 2);
    if (token.name === 'any-password') rest.splice(token.index, 1);
  }
  const {group} = values;
  return {
    userName: first,
    ...(typeof group === 'string' ? {group} : {}),
    isAny: values['any-password'] === true,
    rest,
  };
}

/** One line of input; a terminal shows nothing of it. */
async function ask(
  input: PasswdInput['input'],
  output: Writable,
  question: string,
): Promise<string> {
  output.write(question);
  if (input.isTTY === true && input.setRawMode !== undefined)
    return await askTerminal(input, output);
  const lines = createInterface({input});
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    output.write('\n');
  }
}

async function askTerminal(input: PasswdInput['input'], output: Writable): Promise<string> {
  input.setRawMode?.(true);
  input.setEncoding('utf8');
  input.resume();
  try {
    let typed = '';
    for (;;) {
      const text = await nextText(input);
      for (const char of text) {
        if (char === '\r' || char === '\n') return typed;
        if (char === '\u0003' || char === '\u0004') throw new Error('stopped');
        typed =
          char === '\u007F' || char === '\b' ? [...typed].slice(0, -1).join('') : typed + char;
      }
    }
  } finally {
    input.setRawMode?.(false);
    input.pause();
    output.write('\n');
  }
}

function nextText(input: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    input.once('data', (chunk: string) => resolve(chunk));
    input.once('end', () => reject(new Error('stopped')));
  });
}
