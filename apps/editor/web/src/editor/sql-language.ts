import {SQLDialect} from '@codemirror/lang-sql';
import {LanguageSupport} from '@codemirror/language';
import {dialectOf} from '@gazetteer/sql';

/** By dialect and not by engine, as several share one; a grammar is made of some hundred words. */
const known = new Map<string, LanguageSupport>();

/** Grammar and colours for the SQL of an engine; completion is ours. */
export function sqlLanguage(name: string): LanguageSupport {
  const dialect = dialectOf(name);
  const made = known.get(dialect.name);
  if (made !== undefined) return made;
  const {keywords, types, nameQuote, hasDoubleQuotedTexts, hasDollarTexts, hasHashComments} =
    dialect;
  const {language} = SQLDialect.define({
    keywords: keywords.join(' '),
    types: types.join(' '),
    identifierQuotes: nameQuote,
    doubleQuotedStrings: hasDoubleQuotedTexts,
    backslashEscapes: hasDoubleQuotedTexts,
    doubleDollarQuotedStrings: hasDollarTexts,
    hashComments: hasHashComments,
    spaceAfterDashes: hasHashComments,
    operatorChars: '*+-%<>!=&|~^/',
  });
  const support = new LanguageSupport(language);
  known.set(dialect.name, support);
  return support;
}
