import {openParenthesis} from '../complete/caret-context.ts';
import type {Dialect} from '../dialects.ts';
import {knownFunctions} from '../functions/known-functions.ts';
import {isName, isSymbol, word} from '../query/query-tree.ts';
import {tokensOf} from '../tokens.ts';

/** The call of a function whose parenthesis is open at a place. */
export type Call = {
  readonly name: string;
  /** Where the name begins in the text. */
  readonly from: number;
  /** Which argument is being written, from 0 on. */
  readonly argument: number;
  /** Ways to call it, a line each, where the dialect tells; its engine is asked elsewhere. */
  readonly described: string | undefined;
};

/** Words before a parenthesis that call nothing, and those behind which a list of names comes. */
const noCall = new Set(
  (
    'in values over and or not on using exists as any all some select where having when then else case between like ' +
    'by from join set with filter within distinct union intersect except group order cluster distribute sort cube rollup'
  ).split(' '),
);
const beforeList = /^(?:into|table|view|overwrite|index|function|macro|update)$/;

/**
 * What is called at a place, from the text before it; also inside of a text that is an argument.
 * @param before of one statement, or its end
 */
export function callAt(before: string, dialect: Dialect): Call | undefined {
  const all = tokensOf(before, dialect);
  const last = all.at(-1);
  if (last?.kind === 'comment' && (!last.isClosed || !last.text.startsWith('/*'))) return undefined;
  const lastEnd = all.findLastIndex(token => isSymbol(token, ';'));
  let tokens = all.slice(lastEnd + 1).filter(({kind}) => kind !== 'comment');
  for (;;) {
    const open = openParenthesis(tokens);
    if (open === undefined) return undefined;
    // A query in parentheses is no argument of what is around it, as far as somebody wants to know.
    if (/^(?:select|with|from)$/.test(word(open.tokens[0]))) return undefined;
    const name = tokens[open.at - 1];
    if (isName(name) && !noCall.has(word(name)))
      return beforeList.test(word(tokens[open.at - 2])) || isSymbol(tokens[open.at - 2], '.')
        ? undefined
        : {
            name: name.text,
            from: name.from,
            argument: open.commas,
            described: knownFunctions(dialect).get(word(name)),
          };
    // Parentheses within an argument: `nvl(a, (b + |c))`.
    tokens = tokens.slice(0, open.at);
  }
}
