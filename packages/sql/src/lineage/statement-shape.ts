import type {Dialect} from '../dialects.ts';
import {type Token, tokensOf} from '../tokens.ts';

/**
 * What two statements have in common that differ in their values alone: literals, variables,
 * comments, blanks, and small or large letters of words.
 */
export function statementShape(statement: string, dialect: Dialect): string {
  const words = tokensOf(statement, dialect).flatMap(written);
  // `IN (1, 2)` and `IN (1, 2, 3)` are alike, as are rows of VALUES.
  return words
    .join(' ')
    .replaceAll(/\?(?: , \?)+/g, '?')
    .replaceAll(/\( \? \)(?: , \( \? \))+/g, '( ? )');
}

function written({kind, text}: Token): string[] {
  switch (kind) {
    case 'comment':
      return [];
    case 'text':
    case 'number':
    case 'variable':
      return ['?'];
    case 'quoted':
      return [`"${text}"`];
    case 'name':
      return [text.toLowerCase()];
    case 'symbol':
      return text === ';' ? [] : [text];
  }
}
