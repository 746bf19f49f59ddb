import {afterSpace} from '@gazetteer/sql';

const name = String.raw`(?:${'`'}((?:[^${'`'}]|${'``'})+)${'`'}|([\w$]+))`;
const chosenName = new RegExp(name, 'y');
const word = /\w+/y;

/** The database that a statement makes the current one; undefined for all but USE. */
export function chosenBy(statement: string): string | undefined {
  const verb = wordAt(statement, afterSpace(statement, 0));
  if (verb?.text !== 'use') return undefined;
  const from = afterSpace(statement, verb.to);
  if (from === verb.to) return undefined;
  const kind = wordAt(statement, from);
  const isKind = kind !== undefined && ['database', 'schema', 'namespace'].includes(kind.text);
  const behind = isKind ? afterSpace(statement, kind.to) : from;
  return (
    (isKind && behind > kind.to ? nameAt(statement, behind) : undefined) ?? nameAt(statement, from)
  );
}

const queries = new Set(['select', 'with', 'values', 'show', 'describe', 'desc', 'explain']);

/** Whether a statement certainly leaves the current database as it is. */
export function keepsDatabase(statement: string): boolean {
  return queries.has(wordAt(statement, afterSpace(statement, 0))?.text ?? '');
}

function nameAt(text: string, at: number): string | undefined {
  chosenName.lastIndex = at;
  const [, quoted, plain] = chosenName.exec(text) ?? [];
  return quoted?.replaceAll('``', '`') ?? plain;
}

function wordAt(
  text: string,
  at: number,
): {readonly text: string; readonly to: number} | undefined {
  word.lastIndex = at;
  const [found] = word.exec(text) ?? [];
  return found === undefined ? undefined : {text: found.toLowerCase(), to: at + found.length};
}

/** The current database behind these statements, when it was `first` before them. */
export function databaseAfter(statements: readonly string[], first: string): string {
  return statements.map(chosenBy).findLast(database => database !== undefined) ?? first;
}
