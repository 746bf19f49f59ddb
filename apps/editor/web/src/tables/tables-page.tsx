import {Anchor, NativeSelect, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  SearchInput,
} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Database, Table2} from 'lucide-react';
import {type ReactNode, useDeferredValue, useState} from 'react';
import {configQuery, databasesQuery, tablesQuery} from '../api/queries.ts';
import type {Engine, TableName} from '../api/wire.ts';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {ReadEngine} from './read-engine.tsx';
import {TablePath} from './table-path.tsx';
import {tableAddress, tableLinkOf} from './table-link.ts';
import {TableView} from './table-view.tsx';
import classes from './tables.module.css';

/**
 * Databases of an engine, tables of a database, or all that is known of a table, by the address.
 */
export function TablesPage() {
  const {path} = usePlace();
  const link = tableLinkOf(path);
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const engine = engines.find(({type}) => type === link.engine) ?? engines[0];
  if (engine === undefined)
    return (
      <Page title="Tables">
        <EmptyState title="No engine" icon={<Database size={40} strokeWidth={1.5} />}>
          No SQL server is configured that you may use.
        </EmptyState>
      </Page>
    );
  const {database, table} = link;
  if (table !== '')
    return (
      <TableView
        // Another table is another page: nothing of the one before may be seen in it.
        key={`${engine.type}\0${database}\0${table}`}
        engine={engine}
        database={database}
        table={table}
      />
    );
  const above = (
    <div className={classes['tools']}>
      <NativeSelect
        size="xs"
        aria-label="Engine"
        value={engine.type}
        data={engines.map(({type, displayName}) => ({value: type, label: displayName}))}
        onChange={event => go(tableAddress({engine: event.currentTarget.value}))}
      />
    </div>
  );
  return database === '' ? (
    <Databases key={engine.type} engine={engine} above={above} />
  ) : (
    <Tables key={`${engine.type}\0${database}`} engine={engine} database={database} />
  );
}

/** The same list as of tables, though databases have only a name. */
function Databases({engine, above}: {engine: Engine; above: ReactNode}) {
  const {data, error, refetch, isFetching} = useQuery(databasesQuery(engine.type));
  return (
    <Page
      title="Tables"
      note={count(data?.length, 'database')}
      actions={<ReadEngine engine={engine} />}
      isBusy={isFetching}
      isFull
    >
      {above}
      <Names
        what="databases"
        error={error}
        retry={() => void refetch()}
        rows={data?.map(name => ({name, type: '', comment: ''}))}
        addressOf={name => tableAddress({engine: engine.type, database: name})}
        columns={[]}
        icon={<Database size={40} strokeWidth={1.5} />}
      />
    </Page>
  );
}

/** Tables and views of one database, with what the server says of them. */
function Tables({engine, database}: {engine: Engine; database: string}) {
  const {data, error, refetch, isFetching} = useQuery(tablesQuery(engine.type, database));
  return (
    <Page
      title={database}
      above={<TablePath engine={engine} />}
      note={count(data?.length, 'table')}
      isBusy={isFetching}
      isFull
    >
      <Names
        what="tables"
        error={error}
        retry={() => void refetch()}
        rows={data}
        addressOf={table => tableAddress({engine: engine.type, database, table})}
        columns={[
          {id: 'type', header: 'Type', width: 130, cell: row => row.type},
          {
            id: 'comment',
            header: 'Comment',
            width: 200,
            isWide: true,
            cell: row => <span dir="auto">{row.comment}</span>,
          },
        ]}
        icon={<Table2 size={40} strokeWidth={1.5} />}
      />
    </Page>
  );
}

type NamesProps = {
  readonly what: string;
  readonly error: unknown;
  readonly retry: () => void;
  /** Undefined while they are read. */
  readonly rows: readonly TableName[] | undefined;
  readonly addressOf: (name: string) => string;
  /** Behind the name. */
  readonly columns: readonly Column<TableName>[];
  readonly icon: ReactNode;
};

/** Any number of names, to be filtered and opened. */
function Names({what, error, retry, rows, addressOf, columns, icon}: NamesProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text).trim().toLowerCase();
  if (error !== null) return <ErrorState error={error} retry={retry} />;
  if (rows === undefined) return <LoadingState what={`Loading ${what}`} />;
  if (rows.length === 0) return <EmptyState title={`No ${what}`} icon={icon} />;
  const shown = rows.filter(({name}) => name.toLowerCase().includes(wanted));
  return (
    <>
      <div className={classes['tools']}>
        <SearchInput label={`Filter ${what}`} value={text} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <Text size="sm">No {what} with this in their names.</Text>
      ) : (
        <DataTable
          label={what}
          name={what}
          columns={[
            {
              id: 'name',
              header: 'Name',
              width: 260,
              isWide: true,
              cell: ({name}) => (
                <Anchor
                  inherit
                  component={PageLink}
                  to={addressOf(name)}
                  className={classes['name']}
                >
                  <bdi>{name}</bdi>
                </Anchor>
              ),
            },
            ...columns,
          ]}
          rows={shown}
          rowKey={({name}) => name}
          onOpen={({name}) => go(addressOf(name))}
          maxHeight="calc(100vh - 15rem)"
        />
      )}
    </>
  );
}

/** Nothing while it is not known: a zero would be wrong. */
function count(number: number | undefined, what: string): string | undefined {
  if (number === undefined) return undefined;
  return number === 1 ? `1 ${what}` : `${number.toLocaleString()} ${what}s`;
}
