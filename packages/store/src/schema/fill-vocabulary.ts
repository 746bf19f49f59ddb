import type {Dialect} from '@gazetteer/db';

/**
 * Words that the vocabulary has: shorter ones are found as prefixes; longer ones are keys of
 * machines, which nobody mistypes.
 */
export const wordLengths = {least: 3, most: 40} as const;

/** Letters of a group that a word is looked for by. */
export const partLength = 3;

/**
 * Fills the two tables from the documents of a store that has none of them yet. What has too many
 * digits is filtered where it is read.
 */
export const fillVocabulary: Readonly<Record<Dialect['fullText'], readonly string[]>> = {
  fts5: [
    `CREATE VIRTUAL TABLE document_vocabulary USING fts5vocab(document, row)`,
    ...fill(
      `SELECT term AS word FROM document_vocabulary WHERE length(term) BETWEEN ${wordLengths.least} AND ${wordLengths.most}
         AND term GLOB '*[^0-9]*' AND term NOT GLOB '[¤§]*' AND term <> '¶'`,
      length =>
        `WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < ${length}) SELECT n FROM place`,
    ),
    'DROP TABLE document_vocabulary',
  ],
  tsvector: fill(
    `SELECT word FROM ts_stat('SELECT words FROM document') WHERE length(word) BETWEEN ${wordLengths.least} AND ${wordLengths.most}
       AND word ~ '[^0-9]' AND word NOT LIKE '¤%' AND word <> '¶'`,
    length => `SELECT n FROM generate_series(1, ${length}) AS place(n)`,
  ),
};

/** `places` selects the numbers from 1 on, up to its argument. */
function fill(words: string, places: (length: number) => string): readonly string[] {
  return [
    `INSERT INTO word (word) ${words}`,
    `INSERT INTO word_part (part, word) SELECT DISTINCT substr(' ' || w.word || ' ', p.n, ${partLength}), w.word
       FROM word w CROSS JOIN (${places(wordLengths.most)}) AS p WHERE p.n <= length(w.word)`,
  ];
}
