import {splitStatements, type StatementText} from '@gazetteer/sql';

type Cut = {
  readonly text: string;
  readonly dialect: string;
  readonly statements: readonly StatementText[];
};

const kept = 8;
/** The last used one comes last. */
let cuts: readonly Cut[] = [];

/**
 * As `splitStatements`. A script of thousands of statements is asked for each of them, and cut
 * once.
 */
export function statementsOf(text: string, dialect: string): readonly StatementText[] {
  const known = cuts.find(cut => cut.dialect === dialect && cut.text === text);
  const cut = known ?? {text, dialect, statements: splitStatements(text, dialect)};
  cuts = [...cuts.filter(one => one !== known), cut].slice(-kept);
  return cut.statements;
}
