import {DataTable, type Selection, type Sort} from '@gazetteer/ui';
import {useNavigate} from '@tanstack/react-router';
import {useMemo} from 'react';
import type {EntityHeader} from '../../api/wire.ts';
import type {ResultColumn} from './result-columns.tsx';
import {Sought} from './sought.tsx';
import classes from './search.module.css';

type ResultTableProps = {
  readonly entities: readonly EntityHeader[];
  readonly columns: readonly ResultColumn[];
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort | undefined) => void;
  readonly selection?: Selection;
  /** Words to mark. */
  readonly sought?: string | undefined;
  /** Pale: a newer answer is on its way. */
  readonly isStale: boolean;
};

/**
 * The entities that were found; `isStale` while the next page is on its way and the old one still
 * stands there.
 */
export function ResultTable({
  entities,
  columns,
  sort,
  onSort,
  selection,
  sought = '',
  isStale,
}: ResultTableProps) {
  const navigate = useNavigate();
  // The same object as long as nothing of it changes: every cell reads it.
  const marks = useMemo(
    () => ({words: sought, columns: columns.map(one => one.id)}),
    [sought, columns],
  );
  return (
    <Sought value={marks}>
      <div className={classes['results']} data-stale={isStale || undefined}>
        <DataTable
          label="Results"
          name="search"
          columns={columns}
          rows={entities}
          rowKey={entity => entity.guid}
          sort={sort}
          {...(onSort === undefined ? {} : {onSort})}
          selection={selection}
          onOpen={entity => void navigate({to: '/detailPage/$guid', params: {guid: entity.guid}})}
          stateOf={entity => entity.status.toLowerCase()}
          maxHeight="100%"
        />
      </div>
    </Sought>
  );
}
