import {Anchor, Badge, Table, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {PageLink} from '../shell/page-link.tsx';
import {tableAddress} from './table-link.ts';
import classes from './tables.module.css';

type Relations = Answer<'GET /api/v1/tables/{engine}/{database}/{table}/relations'>;
/** A column, with its table. */
type Side = Relations['relations'][number]['from'];

const relationsQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['relations', engine, database, table],
    queryFn: ({signal}) =>
      ask(
        'GET /api/v1/tables/{engine}/{database}/{table}/relations',
        {path: {engine, database, table}},
        {signal},
      ),
    staleTime: 60_000,
  });

type RelationListProps = {
  readonly engine: string;
  readonly path: readonly [database: string, table: string];
};

/** Which columns of other tables mean this one, and which it means. */
export function RelationList({engine, path: [database, table]}: RelationListProps) {
  const {data, error, refetch} = useQuery(relationsQuery(engine, database, table));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Looking at other tables" />;
  const {primaryKey, relations, looked, tables} = data;
  // The table itself is no link to itself.
  const side = ({table: name, column}: Side) => (
    <>
      {name === table ? (
        <bdi>{name}</bdi>
      ) : (
        <Anchor
          inherit
          component={PageLink}
          to={tableAddress({engine, database, table: name})}
          underline="always"
        >
          <bdi>{name}</bdi>
        </Anchor>
      )}
      .<bdi>{column}</bdi>
    </>
  );
  return (
    <>
      {primaryKey.length > 0 && (
        <Text size="sm" mb="sm">
          Primary key: <bdi>{primaryKey.join(', ')}</bdi>
        </Text>
      )}
      {relations.length === 0 ? (
        <Text size="sm">
          No column names a table of {database}, and no other table has a column that names this
          one.
        </Text>
      ) : (
        <Table.ScrollContainer
          minWidth={420}
          type="native"
          tabIndex={0}
          role="region"
          aria-label="Relations"
        >
          <Table verticalSpacing={4} aria-label="Relations" className={classes['columns']}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                <Table.Th>Refers to</Table.Th>
                <Table.Th>Known from</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {/* What names suggest is marked as such: it is not known. */}
              {relations.map(({from, to, isDeclared}) => (
                <Table.Tr key={JSON.stringify([from, to])}>
                  <Table.Td>{side(from)}</Table.Td>
                  <Table.Td>{side(to)}</Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={isDeclared ? 'sea' : 'gray'}>
                      {isDeclared ? 'foreign key' : 'names'}
                    </Badge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        Looked at {looked.toLocaleString()} of the {Math.max(0, tables - 1).toLocaleString()} other
        tables of this database. What names suggest need not be so.
      </Text>
    </>
  );
}
