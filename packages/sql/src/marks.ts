import type {Dialect} from './dialects.ts';
import {type Token, tokensOf} from './tokens.ts';

/** What is surely wrong at a place, whatever the server thinks of the rest. */
export type Mark = {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly severity?: 'error' | 'warning' | 'info';
  /** What would put it right. */
  readonly fix?: Fix;
};

export type Fix = {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** Where somebody writes on, from the beginning of what is inserted. */
  readonly caret?: number;
};

const starts = new Set(
  (
    'select with insert update delete merge create drop alter truncate use set reset show describe desc explain analyze from values grant ' +
    'revoke load export import msck repair refresh invalidate compute add list cache uncache clear copy pragma call begin commit rollback ' +
    'start declare if while attach detach install checkpoint vacuum summarize pivot unpivot table execute prepare deallocate reload lock ' +
    'unlock replace upsert comment abort kill dfs delete reindex force export into optimize map reduce print'
  ).split(' '),
);
const maxMarks = 50;

/**
 * Texts and parentheses that nobody closed, parentheses that nobody opened, and statements that
 * begin with a misspelt word.
 */
export function marksOf(text: string, dialect: Dialect): Mark[] {
  const marks: Mark[] = [];
  let opened: Token[] = [];
  let isStart = true;
  for (const token of tokensOf(text, dialect)) {
    const {from, to} = token;
    if (!token.isClosed) marks.push({from, to: from + 1, message: `Unclosed ${nameOf(token)}.`});
    if (token.kind === 'comment') continue;
    if (isStart && token.kind === 'name') pushMisspelt(marks, token);
    isStart = false;
    if (token.kind !== 'symbol') continue;
    if (token.text === '(') opened.push(token);
    else if (token.text === ')' && opened.pop() === undefined)
      marks.push({from, to, message: 'No matching opening parenthesis.'});
    else if (token.text === ';') {
      marks.push(...opened.map(unclosed));
      opened = [];
      isStart = true;
    }
  }
  marks.push(...opened.map(unclosed));
  return marks.sort((a, b) => a.from - b.from).slice(0, maxMarks);
}

function unclosed({from, to}: Token): Mark {
  return {from, to, message: 'Unclosed parenthesis.'};
}

function nameOf({kind}: Token): string {
  return kind === 'quoted' ? 'name' : kind;
}

/** Only what is nearly a word that we know: engines have statements of their own. */
function pushMisspelt(marks: Mark[], {text, from, to}: Token): void {
  const word = text.toLowerCase();
  if (word.length < 4 || starts.has(word)) return;
  const meant = [...starts].find(start => start.length >= 4 && isNear(word, start));
  if (meant !== undefined) marks.push({from, to, message: `Did you mean ${meant.toUpperCase()}?`});
}

/** One letter more, less or other, or two that changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  const [restA, restB] = [a.slice(n), b.slice(n)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1))
    return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
