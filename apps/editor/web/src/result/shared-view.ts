import type {Answer, ChartSpec} from '../api/wire.ts';
import {isAsking, noQuestion, type Question} from './rows-source.ts';

export type View = 'table' | 'chart' | 'columns' | 'compare';

/** How somebody looks at a result, to be shown to others just so. */
export type SharedView = {
  readonly kind: View;
  readonly question: Question;
  readonly charts: readonly ChartSpec[];
};

/**
 * What a server has kept may be of another page than this one. A comparison is not shared: it is of
 * somebody's own history. Of unknown kinds the table is shown, of missing members what they are by
 * default.
 */
export function readSharedView(value: Answer<'GET /api/v1/shares/{uuid}'>['view']): SharedView {
  const given = value['kind'];
  const kind = given === 'chart' || given === 'columns' ? given : 'table';
  const question = {...noQuestion, ...(value['question'] as Partial<Question> | undefined)};
  return {kind, question, charts: value.charts ?? []};
}

/**
 * In the address of a download: the rows that are shown, in their order. Undefined for all as they
 * came.
 */
export function viewParameter(question: Question): string | undefined {
  return isAsking(question) ? JSON.stringify(question) : undefined;
}
