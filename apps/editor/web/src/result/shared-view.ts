import type {ChartSpec} from '../chart/chart-data.ts';
import {isAsking, noQuestion, type Question} from './rows-source.ts';

export type View = 'table' | 'chart' | 'columns';

/** How somebody looks at a result, to be shown to others just so. */
export type SharedView = {
  readonly kind: View;
  readonly question: Question;
  readonly chart?: ChartSpec | undefined;
};

/** What a server has kept may be of another page than this one. */
export function readSharedView(value: Partial<SharedView>): SharedView {
  const kind = value.kind === 'chart' || value.kind === 'columns' ? value.kind : 'table';
  const question = {...noQuestion, ...value.question};
  return {kind, question, ...(value.chart && {chart: value.chart})};
}

/**
 * In the address of a download: the rows that are shown, in their order. Undefined for all as they
 * came.
 */
export function viewParameter(question: Question): string | undefined {
  return isAsking(question) ? JSON.stringify(question) : undefined;
}
