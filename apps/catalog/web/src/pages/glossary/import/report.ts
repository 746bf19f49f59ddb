import type {Schemas} from '@gazetteer/client';

/** A line of the file of which not all could be read. */
export type ProblemLine = {
  /** Where a person finds it in the file; undefined when the server does not say. */
  readonly line: number | undefined;
  readonly glossary: string;
  readonly term: string;
  readonly problem: string;
};

export type Report = {
  readonly problems: readonly ProblemLine[];
  /** Lines without a problem. */
  readonly fine: number;
  /** Of the file, each once. */
  readonly glossaries: readonly string[];
  /** Qualified names of all terms of the file. */
  readonly terms: ReadonlySet<string>;
};

/**
 * What the server says about an import, with the numbers of lines, which it writes in front of its
 * words.
 */
export function readReport({
  failedImportInfoList: failed,
  successImportInfoList: done,
}: Schemas['BulkImport']): Report {
  const all = [...failed, ...done].map(one => ({
    glossary: one.parentObjectName ?? '',
    term: one.childObjectName ?? '',
  }));
  return {
    problems: failed
      .map(({parentObjectName: glossary = '', childObjectName: term = '', remarks = ''}) => {
        const [, line, problem] = /^line (\d+): ([\s\S]*)$/.exec(remarks) ?? [];
        return {
          line: line === undefined ? undefined : Number(line),
          glossary,
          term,
          problem: problem ?? remarks,
        };
      })
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    fine: done.length,
    glossaries: [...new Set(all.map(one => one.glossary))].filter(name => name !== ''),
    terms: new Set(all.map(one => `${one.term}@${one.glossary}`)),
  };
}

/** The report as rows of a table, header first. */
export function reportRows({problems}: Report): readonly (readonly (string | number)[])[] {
  return [
    ['Line', 'Glossary', 'Term', 'Problem'],
    ...problems.map(({line, glossary, term, problem}) => [line ?? '', glossary, term, problem]),
  ];
}
