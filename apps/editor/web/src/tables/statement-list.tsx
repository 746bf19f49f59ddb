import {Anchor, Button, Code, Table, Text, Title} from '@mantine/core';
import {ErrorState, LoadingState, When} from '@gazetteer/ui';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import type {DocumentHead, Engine, HistoryEntry} from '../api/wire.ts';
import {openInSheet} from '../history/open-in-sheet.ts';
import {searchQuery} from '../documents/document-queries.ts';
import {PageLink} from '../shell/page-link.tsx';
import {phraseOf, usesTable} from './names-table.ts';
import classes from './tables.module.css';

/** More are asked for than shown, since some of what a search finds names another table. */
const maxShown = 50;

/** Under the key of the history, so that it is asked for again with it. */
const usedQuery = (engine: string, table: string) =>
  queryOptions({
    queryKey: ['history', 'table', engine, table],
    queryFn: ({signal}) =>
      ask('GET /api/v1/history', {query: {engine, text: phraseOf(table), limit: 200}}, {signal}),
    staleTime: 0,
  });

type StatementListProps = {
  readonly engine: Engine;
  readonly path: readonly [database: string, table: string];
};

/** What somebody ran on a table, and saved queries that name it. */
export function StatementList({engine, path}: StatementListProps) {
  const [, table] = path;
  const ran = useQuery(usedQuery(engine.type, table));
  const saved = useQuery(searchQuery(phraseOf(table), 'query'));
  const error = ran.error ?? saved.error;
  if (error !== null)
    return (
      <ErrorState error={error} retry={() => void Promise.all([ran.refetch(), saved.refetch()])} />
    );
  if (ran.data === undefined || saved.data === undefined)
    return <LoadingState what="Looking for statements" />;
  const statements = ran.data.statements
    .filter(one => usesTable(one.statement, engine.dialect, path))
    .slice(0, maxShown);
  return (
    <>
      <Title order={2} size="h5" mb="xs">
        Saved queries
      </Title>
      <SavedQueries queries={saved.data} />
      <Title order={2} size="h5" mb="xs">
        What you ran
      </Title>
      <RanStatements statements={statements} />
    </>
  );
}

/** Of oneself and of others who share them; the search has read their texts already. */
function SavedQueries({queries}: {queries: readonly DocumentHead[]}) {
  if (queries.length === 0)
    return (
      <Text size="sm" mb="md">
        No saved query names this table.
      </Text>
    );
  return (
    <ul className={classes['list']}>
      {queries.slice(0, maxShown).map(({uuid, name, owner}) => (
        <li key={uuid}>
          <Anchor
            inherit
            component={PageLink}
            to={`/hue/editor?editor=${encodeURIComponent(uuid)}`}
            underline="always"
          >
            <bdi>{name}</bdi>
          </Anchor>{' '}
          <Text span size="xs" c="dimmed">
            <bdi>{owner}</bdi>
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** One's own only: what others ran is theirs. */
function RanStatements({statements}: {statements: readonly HistoryEntry[]}) {
  if (statements.length === 0)
    return <Text size="sm">You ran no statement that names this table.</Text>;
  return (
    <Table.ScrollContainer
      minWidth={420}
      type="native"
      tabIndex={0}
      role="region"
      aria-label="What you ran"
    >
      <Table verticalSpacing={4} aria-label="What you ran">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="9rem">When</Table.Th>
            <Table.Th>Statement</Table.Th>
            <Table.Th w="6rem">Open</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {statements.map(entry => (
            <Table.Tr key={entry.uuid}>
              <Table.Td>
                <When ms={entry.submittedAt} />
              </Table.Td>
              <Table.Td>
                <Code className={classes['statement']}>{entry.statement.slice(0, 300)}</Code>
              </Table.Td>
              <Table.Td>
                <Button size="compact-xs" variant="default" onClick={() => void openInSheet(entry)}>
                  Open
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
