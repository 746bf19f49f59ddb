import {isPrimitiveName} from './type-value.ts';

const typeName = /^(?:__)?[a-zA-Z](?:[a-zA-Z0-9_ ]*[a-zA-Z0-9_])?$/;
const classificationName =
  /^[a-zA-Z\u0080-\uffff](?:[a-zA-Z0-9_ .\u0080-\uffff]*[a-zA-Z0-9_.\u0080-\uffff])?$/;
const unsupportedNames: ReadonlySet<string> = new Set([
  'description',
  'version',
  'options',
  'name',
  'servicetype',
]);
const reservedWords: ReadonlySet<string> = new Set(
  (
    '[ ] ( ) = < > != <= >= , and or + - * / . select from where groupby loop isa is has as times withPath ' +
    'limit offset orderby count max min sum by order like'
  ).split(' '),
);

/**
 * Names that no definition can have, because they stand for something else: built-in types and the
 * roots of all types.
 */
export function isBuiltInName(name: string): boolean {
  return (
    isPrimitiveName(name) || ['objectid', '__ENTITY_ROOT', '__CLASSIFICATION_ROOT'].includes(name)
  );
}

export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}

/** Whether a type of any category but classification may be called so. */
export function isTypeName(name: string): boolean {
  return typeName.test(name) && name !== '__proto__';
}

export function isClassificationName(name: string): boolean {
  return classificationName.test(name);
}

export function isUnsupportedName(name: string): boolean {
  return unsupportedNames.has(name);
}
