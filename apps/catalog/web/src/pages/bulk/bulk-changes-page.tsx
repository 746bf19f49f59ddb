import {Button} from '@mantine/core';
import {type Column, DataTable, EmptyState, Page, When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {History, ListChecks, Upload} from 'lucide-react';
import {May} from '../../api/may.tsx';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import {changedOf, changeText, doneOf} from '../../bulk/action-text.ts';
import {type BulkChange, bulkChangesQuery} from '../../bulk/queries.ts';
import {StatusBadge} from '../../tasks/status-badge.tsx';
import {searchLink} from '../search/search-link.ts';

/** The user's bulk changes, running and finished; rehearsals are no changes. */
export function BulkChangesPage() {
  const types = useTypes();
  const navigate = useNavigate();
  // Rehearsals were shown where somebody asked for them, and have changed nothing.
  const changes = useSuspenseQuery(bulkChangesQuery).data.filter(one => !one.isRehearsal);
  return (
    <Page
      title="Bulk changes"
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<History size={14} />}
            renderRoot={props => <Link to="/changes" {...props} />}
          >
            All changes
          </Button>
          <May to="entity-update">
            <Button
              size="xs"
              variant="default"
              leftSection={<Upload size={14} />}
              renderRoot={props => <Link to="/import/assets" {...props} />}
            >
              Import assets
            </Button>
          </May>
        </>
      }
      note="Your changes of many entities at once. Open one to follow, cancel or undo it."
    >
      {changes.length === 0 ? (
        <EmptyState title="No bulk changes yet" icon={<ListChecks size={40} strokeWidth={1.5} />}>
          <span>
            <Link to="/search/searchResult" search={searchLink({})}>
              Search
            </Link>
            , select all rows of a page, then select all results.
          </span>
        </EmptyState>
      ) : (
        <DataTable
          label="Bulk changes"
          name="bulk"
          columns={columnsFor(types)}
          rows={changes}
          rowKey={one => one.guid}
          onOpen={({guid}) => void navigate({to: '/bulkChanges/$guid', params: {guid}})}
        />
      )}
    </Page>
  );
}

/** What is changed is said in words, for which the types are needed. */
function columnsFor(types: TypeIndex): Column<BulkChange>[] {
  return [
    {
      id: 'what',
      header: 'Change',
      width: 320,
      isWide: true,
      cell: one => (
        <Link to="/bulkChanges/$guid" params={{guid: one.guid}}>
          <bdi>{changeText(types, one)}</bdi>
        </Link>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 130,
      cell: ({status}) => <StatusBadge status={status} />,
    },
    {
      id: 'progress',
      header: 'Progress',
      width: 150,
      align: 'end',
      cell: one =>
        // The server counts again when it resumes, and may have found fewer by then.
        `${doneOf(one).toLocaleString()} of ${Math.max(one.total ?? 0, doneOf(one)).toLocaleString()}`,
    },
    {
      id: 'changed',
      header: 'Updated',
      width: 110,
      align: 'end',
      cell: one => changedOf(one).toLocaleString(),
    },
    {
      id: 'created',
      header: 'Requested',
      width: 215,
      cell: ({createdTime}) => <When ms={createdTime} />,
    },
  ];
}
