import type {Schemas} from '@gazetteer/client';

/** A line of the file of which not all could be read. */
export type ProblemLine = {
  /** Where a person finds it in the file; undefined when the server does not say. */
  readonly line: number | undefined;
  /** What the server calls the thing and what stands in it, such as a glossary and a term. */
  readonly parent: string;
  readonly child: string;
  readonly problem: string;
};

/** Of the columns of parents and children. */
export type Headings = readonly [parent: string, child: string];

export type Report = {
  readonly problems: readonly ProblemLine[];
  /** Lines without a problem. */
  readonly fine: number;
  /** What all lines are about. */
  readonly all: readonly Pick<ProblemLine, 'parent' | 'child'>[];
};

/**
 * What the server says about an import, with the numbers of lines, which it writes in front of its
 * words.
 */
export function readReport({
  failedImportInfoList: failed,
  successImportInfoList: done,
}: Pick<Schemas['BulkImport'], 'failedImportInfoList' | 'successImportInfoList'>): Report {
  const all = [...failed, ...done].map(one => ({
    parent: one.parentObjectName ?? '',
    child: one.childObjectName ?? '',
  }));
  return {
    problems: failed
      .map(({parentObjectName: parent = '', childObjectName: child = '', remarks = ''}) => {
        // A remark without a number is about the file as a whole.
        const [, line, problem] = /^line (\d+): ([\s\S]*)$/.exec(remarks) ?? [];
        return {
          line: line === undefined ? undefined : Number(line),
          parent,
          child,
          problem: problem ?? remarks,
        };
      })
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    fine: done.length,
    all,
  };
}

/** The report as rows of a table, header first. */
export function reportRows(
  {problems}: Report,
  headings: Headings,
): readonly (readonly (string | number)[])[] {
  return [
    ['Row', ...headings, 'Problem'],
    ...problems.map(({line, parent, child, problem}) => [line ?? '', parent, child, problem]),
  ];
}
