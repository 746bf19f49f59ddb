import type {Dialect} from '../dialects.ts';
import {type Signature, signaturesOf} from './signatures.ts';
import {mysqlFunctions} from './mysql.ts';
import {postgresqlFunctions} from './postgresql.ts';

/** Of dialects whose servers are asked for no functions: what they have is known beforehand. */
const texts: Readonly<Record<string, string>> = {
  mysql: mysqlFunctions,
  postgresql: postgresqlFunctions,
};
/** Read when a dialect is first written in. */
const read = new Map<string, ReadonlyMap<string, string>>();

/** Ways to call the functions of a dialect, a line each, by their names; empty for most dialects. */
export function knownFunctions({name}: Pick<Dialect, 'name'>): ReadonlyMap<string, string> {
  const known = read.get(name) ?? functionsIn(texts[name] ?? '');
  read.set(name, known);
  return known;
}

function functionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const [name = ''] = /^\w*/.exec(line) ?? [];
    const others = found.get(name);
    found.set(name, others === undefined ? line : `${others}\n${line}`);
  }
  found.delete('');
  return found;
}

/** With how many arguments a function can be called; undefined for functions that are not known. */
export function argumentRange(
  dialect: Pick<Dialect, 'name'>,
  name: string,
): readonly [least: number, most: number] | undefined {
  const described = knownFunctions(dialect).get(name);
  if (described === undefined) return undefined;
  const ranges = signaturesOf(name, described).map(rangeOf);
  return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))];
}

/** `f(a[, b])`: what begins inside of brackets can be left out; `f(a...)`: any number. */
function rangeOf({text, parameters}: Signature): readonly [least: number, most: number] {
  const isOptional = ({to}: {readonly to: number}) => {
    const before = text.slice(0, to);
    return before.split('[').length > before.split(']').length;
  };
  const last = parameters.at(-1);
  const isOpen = last !== undefined && text.slice(last.from, last.to).includes('...');
  return [parameters.filter(one => !isOptional(one)).length, isOpen ? Infinity : parameters.length];
}
