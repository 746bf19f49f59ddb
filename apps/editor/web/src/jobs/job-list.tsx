import {EmptyState, ErrorState, LoadingState} from '@gazetteer/ui';
import {type LucideIcon} from 'lucide-react';
import type {ReactNode} from 'react';
import {JobFilters, type Refresh, type StateChoice} from './job-filters.tsx';
import type {JobLink} from './job-link.ts';

type Asked = {
  /** Undefined until there was an answer. */
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly isFetching: boolean;
};

type JobListProps = {
  readonly link: JobLink;
  readonly states: readonly StateChoice[];
  readonly refresh: Refresh;
  readonly asked: Asked;
  /** What the page does until there is an answer. */
  readonly loading: string;
  /** Shown in place of the list when nothing is in it. */
  readonly nothing:
    | {readonly title: string; readonly icon: LucideIcon; readonly children: ReactNode}
    | undefined;
  readonly hasUser: boolean;
  readonly hasTime?: boolean;
  readonly hasAll?: boolean;
  readonly children: ReactNode;
};

/**
 * What all lists of the job browser have: filters, and below them the list, or why there is none.
 * Filters stay whatever became of the question: they are the way out of an empty list.
 */
export function JobList(props: JobListProps) {
  const {
    link,
    states,
    refresh,
    asked,
    loading,
    nothing,
    hasUser,
    hasTime = false,
    hasAll = false,
    children,
  } = props;
  const {data, error, refetch, isFetching} = asked;
  return (
    <>
      <JobFilters {...{link, states, hasUser, hasTime, hasAll, isFetching, refresh}} />
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what={loading} />
      ) : nothing !== undefined ? (
        <EmptyState title={nothing.title} icon={<nothing.icon size={40} strokeWidth={1.5} />}>
          {nothing.children}
        </EmptyState>
      ) : (
        children
      )}
    </>
  );
}
