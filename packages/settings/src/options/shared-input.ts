import {parseArgs} from 'node:util';
import {flagNames, parseArgsType} from './option-sources.ts';
import {envName, type OptionTable} from './option.ts';
import type {OptionInput} from './read-options.ts';

/**
 * The input of one of several servers that run in one process: without what only the others know.
 * What both know goes to both, what nobody knows stays, so that it is reported.
 */
export function inputFor(
  table: OptionTable,
  others: readonly OptionTable[],
  input: OptionInput,
): OptionInput {
  const own = flagNames(table.options);
  const foreign = new Map(
    others.flatMap(other => [...flagNames(other.options)].filter(([flag]) => !own.has(flag))),
  );
  const {tokens} = parseArgs({
    args: [...input.argv],
    options: Object.fromEntries(
      [...own, ...foreign].map(([flag, {takesValue}]) => [flag, parseArgsType(takesValue)]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const argv = [...input.argv];
  for (const token of tokens.toReversed()) {
    if (token.kind !== 'option' || !foreign.has(token.name)) continue;
    argv.splice(token.index, token.value !== undefined && !token.inlineValue ? 2 : 1);
  }
  const ownVariables = new Set(Object.values(table.options).map(option => envName(table, option)));
  const dropped = new Set(
    others.flatMap(other => Object.values(other.options).map(option => envName(other, option))),
  );
  const env = Object.fromEntries(
    Object.entries(input.env).filter(([name]) => ownVariables.has(name) || !dropped.has(name)),
  );
  return {...input, argv, env};
}
