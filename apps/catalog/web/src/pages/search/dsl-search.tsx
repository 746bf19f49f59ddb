import {Alert, Button, Group, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  DocsLink,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  type Selection,
} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {ChevronLeft, ChevronRight, Play, Save, SearchX} from 'lucide-react';
import {useEffect, useState} from 'react';
import {client} from '../../api/client.ts';
import {useTypes} from '../../api/type-index.ts';
import type {SearchAnswer} from '../../api/wire.ts';
import {hasLimit} from './dsl-completion.ts';
import {DslField} from './dsl-field.tsx';
import {chosenColumns} from './result-columns.tsx';
import {ResultTable} from './result-table.tsx';
import {SaveSearch} from './save-search.tsx';
import {limitOf, offsetOf, type SearchLink, searchLink} from './search-link.ts';
import {SelectionBar, useMayChange} from './selection-bar.tsx';
import classes from './search.module.css';

/** It shows what conditions and an order look like; the type comes with the server. */
const example = 'from hive_table where owner = "etl" orderby name';

/** Searches in the query language: conditions over relationships, selected values, groups. */
export function DslSearch({link}: {link: SearchLink}) {
  const {query = ''} = link;
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  // The address is the query: what is typed runs only when somebody says so.
  const found = useQuery({
    queryKey: ['dsl', query, limitOf(link), offsetOf(link)],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/search/dsl',
        {query: {query, limit: limitOf(link), offset: offsetOf(link), getApproximateCount: true}},
        {signal},
      ),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const change = (changes: SearchLink) =>
    void navigate({
      to: '/search/searchResult',
      search: searchLink({...link, pageOffset: '', ...changes}),
    });
  return (
    <Page
      title="DSL query"
      isBusy={found.isFetching}
      isFull
      actions={
        <Link to="/search/searchResult" search={searchLink({})}>
          Search by words and conditions
        </Link>
      }
    >
      <QueryEditor
        query={query}
        onRun={next => change({query: next})}
        onSave={() => setSaving(true)}
      />
      {query === '' ? (
        <EmptyState title="Write a query">
          <Link to="/search/searchResult" search={searchLink({searchType: 'dsl', query: example})}>
            <code>{example}</code>
          </Link>
        </EmptyState>
      ) : found.isError ? (
        <ErrorState error={found.error} />
      ) : found.data === undefined ? (
        <LoadingState what="Searching" />
      ) : (
        <Results answer={found.data} link={link} isStale={found.isFetching} onChange={change} />
      )}
      <SaveSearch link={link} columns={[]} isOpen={isSaving} onClose={() => setSaving(false)} />
    </Page>
  );
}

type QueryEditorProps = {
  readonly query: string;
  readonly onRun: (query: string) => void;
  readonly onSave: () => void;
};

/** What is written is asked for when somebody wants it, and stands in the address from then on. */
function QueryEditor({query, onRun, onSave}: QueryEditorProps) {
  const [text, setText] = useState(query);
  // A link, or the way back, brings another query.
  useEffect(() => setText(query), [query]);
  const run = () => text.trim() !== '' && onRun(text.trim());
  return (
    <form
      className={classes['filters']}
      onSubmit={event => {
        event.preventDefault();
        run();
      }}
    >
      <DslField value={text} onChange={setText} onRun={run} />
      <Group gap="xs" mt="sm">
        <Button
          type="submit"
          size="xs"
          leftSection={<Play size={14} />}
          disabled={text.trim() === ''}
        >
          Run
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<Save size={14} />}
          disabled={query === ''}
          onClick={onSave}
        >
          Save this search
        </Button>
        <DocsLink to="search#dsl">DSL reference</DocsLink>
      </Group>
    </form>
  );
}

type ResultsProps = {
  readonly answer: SearchAnswer;
  readonly link: SearchLink;
  readonly isStale: boolean;
  readonly onChange: (changes: SearchLink) => void;
};

/** What is out of sight is not selected: another page, or another query, begins with nothing. */
function useSelection(key: string) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setSelected(new Set()), [key]);
  const selection: Selection | undefined = useMayChange()
    ? {keys: selected, onChange: setSelected}
    : undefined;
  return {selected, setSelected, selection};
}

/** Entities, or the values that the query selects. */
function Results({answer, link, isStale, onChange}: ResultsProps) {
  const types = useTypes();
  const {query = ''} = link;
  const {selected, setSelected, selection} = useSelection(JSON.stringify(link));
  const {entities = [], attributes} = answer;
  const rows = attributes?.values ?? [];
  const shown = attributes === undefined ? entities.length : rows.length;
  const [offset, limit] = [offsetOf(link), limitOf(link)];
  const count = answer.approximateCount;
  if (shown === 0 && offset === 0)
    return <EmptyState title="No results" icon={<SearchX size={40} strokeWidth={1.5} />} />;
  return (
    <>
      {attributes === undefined ? (
        <>
          <SelectionBar
            entities={entities.filter(one => selected.has(one.guid))}
            isWholePage={entities.every(one => selected.has(one.guid))}
            onWholePage={() => setSelected(new Set(entities.map(one => one.guid)))}
            // With a limit of its own “all” would mean more than is found.
            all={hasLimit(query) ? undefined : {dsl: query, count}}
            onDone={() => setSelected(new Set())}
          />
          <ResultTable
            entities={entities}
            columns={chosenColumns({type: 'Asset'}, types).map(
              // The order is the query's.
              ({isSortable: _no, ...column}) => column,
            )}
            {...(selection === undefined ? {} : {selection})}
            isStale={isStale}
          />
        </>
      ) : (
        <div className={classes['results']} data-stale={isStale || undefined}>
          <DataTable
            label="Values"
            name="dsl"
            columns={valueColumns(attributes.name ?? [])}
            // Rows of values have nothing that names them.
            rows={rows.map((values, n) => ({key: String(n), values}))}
            rowKey={row => row.key}
            maxHeight="100%"
          />
        </div>
      )}
      {shown === 0 && <Alert color="gray">There are no more results.</Alert>}
      <Group className={classes['paging']} gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<ChevronLeft size={14} />}
          disabled={offset === 0}
          onClick={() => onChange({pageOffset: String(Math.max(0, offset - limit))})}
        >
          Previous
        </Button>
        <Text span size="sm">
          {pageText(offset, shown, count)}
        </Text>
        <Button
          size="xs"
          variant="default"
          rightSection={<ChevronRight size={14} />}
          // A page that is not full is the last one.
          disabled={count < 0 ? shown < limit : offset + shown >= count}
          onClick={() => onChange({pageOffset: String(offset + limit)})}
        >
          Next
        </Button>
      </Group>
    </>
  );
}

/** The total only of entities: rows of values are not counted. */
function pageText(offset: number, shown: number, count: number): string {
  const range =
    shown === 0 ? '' : `${(offset + 1).toLocaleString()}–${(offset + shown).toLocaleString()}`;
  return count < 0 ? range : `${range} of ${count.toLocaleString()}`;
}

type ValueRow = {readonly key: string; readonly values: readonly unknown[]};

/** Two columns of a query may have the same name, so their number is in their id. */
function valueColumns(names: readonly string[]): Column<ValueRow>[] {
  return names.map((name, n) => ({
    id: `${n} ${name}`,
    header: name,
    width: 200,
    cell: row => <bdi>{textOf(row.values[n])}</bdi>,
  }));
}

/** Values may be of any type, as the query selects them. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
