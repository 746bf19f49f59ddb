import {Button, Group, Loader} from '@mantine/core';
import {problemText} from '@gazetteer/ui';
import classes from './lineage.module.css';
import type {LineageView} from './lineage-link.ts';
import {type LoadedLineage, maxColumns} from './use-lineage.ts';

/**
 * What is going on over the picture: requests, failures of a part, what is left out. One at a time,
 * the most urgent first: they lie over the picture.
 */
export function LineageNotes({
  loaded,
  hiddenColumns,
  view,
}: {
  loaded: LoadedLineage;
  hiddenColumns: number;
  view: LineageView;
}) {
  const {isBusy, error, retry, columns} = loaded;
  if (error !== undefined)
    return (
      <div className={classes['note']} role="alert">
        <Group gap="xs">
          <span>Couldn’t load part of the lineage: {problemText(error)}</span>
          <Button size="compact-xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      </div>
    );
  if (isBusy)
    return (
      <div className={classes['note']} role="status">
        <Group gap="xs">
          <Loader size="xs" aria-hidden /> Loading…
        </Group>
      </div>
    );
  // Without it no columns are expected.
  const isTracing = view.column !== undefined || view.isWithColumns;
  if (isTracing && columns.flows.length === 0)
    return (
      <div className={classes['note']} role="status">
        No column lineage for {view.column === undefined ? 'these columns' : 'this column'}.
      </div>
    );
  if (view.isWithColumns && view.column === undefined && hiddenColumns > 0)
    return (
      <div className={classes['note']} role="status">
        The first {maxColumns} columns are drawn. Choose another one in the details of the table.
      </div>
    );
  return null;
}
