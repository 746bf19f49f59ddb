import {Text} from '@mantine/core';
import {type Column, DataTable, When} from '@gazetteer/ui';
import {Table2} from 'lucide-react';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import type {SharedResult} from '../api/wire.ts';
import classes from './documents.module.css';

export function resultAddress({uuid}: SharedResult): string {
  return `/app/result?share=${uuid}`;
}

/** Its title, or how its statement begins. */
export function nameOfResult({title, statement}: SharedResult): string {
  return title === '' ? statement.replaceAll(/\s+/g, ' ').slice(0, 80) : title;
}

/** Results that others let the person at the browser look at. */
export function SharedResults({results}: {results: readonly SharedResult[]}) {
  return (
    <DataTable
      label="Shared results"
      name="shared-results"
      columns={columns}
      rows={results}
      rowKey={row => row.uuid}
      onOpen={row => go(resultAddress(row))}
    />
  );
}

const columns: readonly Column<SharedResult>[] = [
  {
    id: 'result',
    header: 'Result',
    width: 420,
    cell: row => (
      <span className={classes['cell']}>
        <Table2 size={16} aria-label="result" />
        <span>
          <PageLink to={resultAddress(row)}>
            <bdi>{nameOfResult(row)}</bdi>
          </PageLink>
          {row.title !== '' && (
            <Text size="xs" c="dimmed" ff="monospace" lineClamp={2}>
              {row.statement.slice(0, 300)}
            </Text>
          )}
        </span>
      </span>
    ),
  },
  {id: 'owner', header: 'Owner', width: 120, cell: row => <bdi>{row.owner}</bdi>},
  {id: 'rows', header: 'Rows', width: 110, cell: row => (row.isKept ? 'kept' : 'Expired')},
  {id: 'shared', header: 'Shared', width: 210, cell: row => <When ms={row.createdAt} isRelative />},
];
