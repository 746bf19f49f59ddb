import type {Dialect} from '../dialects.ts';
import type {Mark} from '../marks.ts';
import type {NameCatalog} from '../name-catalog.ts';
import {madeTables, once, withMadeTables} from '../made/made-tables.ts';
import {statementAround, statementsOf} from '../statement-around.ts';
import {tokensOf} from '../tokens.ts';
import {madeIn, semanticMarks} from './semantic-marks.ts';

/** In a longer text only the statement at the caret is looked at. */
const maxText = 20_000;
const maxStatements = 40;
const making = /\b(?:create|cache|replace|rename)\b/i;

/**
 * What the names of a text tell, statement by statement.
 * @param catalog for the statement at the caret
 * @param known for the others: names that nobody has to ask the engine for
 */
export async function nameMarks(
  {
    text,
    caret,
    dialect,
    database,
  }: {
    readonly text: string;
    readonly caret: number;
    readonly dialect: Dialect;
    readonly database: string;
  },
  catalog: NameCatalog,
  known = catalog,
): Promise<Mark[]> {
  const pieces =
    text.length > maxText
      ? [statementAround(text, caret, dialect)]
      : statementsOf(text, dialect).slice(0, maxStatements);
  // A long script is marked after each pause: it is read only where it makes something.
  const made = making.test(text) ? madeIn(tokensOf(text, dialect)) : new Set<string>();
  const tables = once(() => madeTables(text, dialect, database));
  const found: Mark[] = [];
  const own = statementAround(text, caret, dialect).from;
  for (const {text: statement, from} of pieces) {
    if (statement.length > maxText) continue;
    const names = withMadeTables(
      () => tables().filter(one => one.from < from),
      database,
      from === own ? catalog : known,
      true,
    );
    const marks = await semanticMarks({statement, dialect, database, made}, names);
    for (const {fix, ...mark} of marks)
      found.push({
        ...mark,
        from: mark.from + from,
        to: mark.to + from,
        ...(fix && {fix: {...fix, from: fix.from + from, to: fix.to + from}}),
      });
  }
  return found;
}
