import {Button, Group, NativeSelect, Progress, Stack, Table, Text} from '@mantine/core';
import type {Answer} from '@gazetteer/client';
import {EmptyState, ErrorState, LoadingState, plainText} from '@gazetteer/ui';
import {queryOptions, useQuery, useQueryClient} from '@tanstack/react-query';
import {ChartNoAxesColumn, TableProperties, X} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {editorPlacesQuery} from '../../api/queries.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {FreshnessFacts} from './freshness-facts.tsx';
import type {TabProps} from './tab-props.ts';

type Profile = Answer<'POST /v2/entity/guid/{guid}/editor/profile'>;

/** Not asked twice: what the engine has refused, it refuses again. */
const sampleQuery = (guid: string, engine: string) =>
  queryOptions({
    queryKey: ['editor-sample', guid, engine],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/entity/guid/{guid}/editor/sample',
        {path: {guid}, query: {engine}},
        {signal},
      ),
    staleTime: 60_000,
    retry: false,
  });

/**
 * Canceled with the page, or by hand: the engine does not read on then.
 * @param tell percent, where the engine knows
 */
const profileQuery = (guid: string, engine: string, tell: (percent: number | undefined) => void) =>
  queryOptions({
    queryKey: ['editor-profile', guid, engine],
    queryFn: ({signal}) => {
      tell(undefined);
      return client.call(
        'POST /v2/entity/guid/{guid}/editor/profile',
        {path: {guid}, query: {engine, progress: true}},
        {signal, onNews: ({progress}) => tell(progress as number | undefined)},
      );
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Rows and figures of a table, as an engine of the editor shows them to whoever looks. */
export function SampleTab({entity: {guid}}: TabProps) {
  const places = useQuery(editorPlacesQuery(guid));
  const [chosen, setChosen] = useState<string>();
  if (places.isError)
    return <ErrorState error={places.error} retry={() => void places.refetch()} />;
  if (places.isPending) return <LoadingState />;
  const all = places.data.places;
  const place = all.find(one => one.engine === chosen) ?? all[0];
  if (place === undefined)
    return (
      <EmptyState title="No sample" icon={<TableProperties size={40} strokeWidth={1.5} />}>
        Rows are shown where an engine of the editor that you may use has this table.
      </EmptyState>
    );
  const {engine, engineName} = place;
  return (
    <Stack>
      {all.length > 1 && (
        <NativeSelect
          label="Engine"
          w="fit-content"
          data={all.map(one => ({value: one.engine, label: one.engineName}))}
          value={engine}
          onChange={event => setChosen(event.currentTarget.value)}
        />
      )}
      <FreshnessFacts guid={guid} engine={engine} engineName={engineName} />
      <ProfileCard key={`profile ${engine}`} guid={guid} engine={engine} />
      <SampleCard guid={guid} engine={engine} />
    </Stack>
  );
}

type CardProps = {readonly guid: string; readonly engine: string};

/** The first rows, read when the tab is opened. */
function SampleCard({guid, engine}: CardProps) {
  const found = useQuery(sampleQuery(guid, engine));
  return (
    <TitledCard title="Sample">
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <LoadingState what="Loading sample rows" />
      ) : found.data.rows.length === 0 ? (
        <Text c="dimmed">The table has no rows.</Text>
      ) : (
        <Cells
          label="Sample rows"
          heads={found.data.columns.map(({name}) => name)}
          rows={found.data.rows.map(row => row.map(plainText))}
        />
      )}
    </TitledCard>
  );
}

/** Read only when somebody asks for it, since it costs a whole reading of the table. */
function ProfileCard({guid, engine}: CardProps) {
  const [percent, setPercent] = useState<number>();
  const query = profileQuery(guid, engine, setPercent);
  const queries = useQueryClient();
  const [isWanted, setWanted] = useState(false);
  const found = useQuery({...query, enabled: isWanted});
  const cancel = () => {
    setWanted(false);
    void queries.cancelQueries({queryKey: query.queryKey});
  };
  // Also while it is read again: the way to end it must be there.
  if (found.isFetching)
    return (
      <Group role="status">
        <Progress
          value={percent ?? 100}
          animated
          striped
          w="12rem"
          aria-label="Working out figures"
        />
        <Text size="sm">Reading the table…{percent !== undefined && ` ${percent}\u00A0%`}</Text>
        <Button size="xs" variant="default" leftSection={<X size={14} />} onClick={cancel}>
          Cancel
        </Button>
      </Group>
    );
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (found.data !== undefined)
    return <Figures profile={found.data} again={() => void found.refetch()} />;
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<ChartNoAxesColumn size={14} />}
        onClick={() => setWanted(true)}
      >
        Profile columns
      </Button>
      <Text size="sm" c="dimmed">
        Reads the whole table, with your permissions.
      </Text>
    </Group>
  );
}

/** By their names in the answer. */
const figureHeads = [
  ['filled', 'Not NULL'],
  ['distinct', 'Distinct (about)'],
  ['min', 'Least'],
  ['max', 'Greatest'],
  ['avg', 'Mean'],
] as const;

type FiguresProps = {readonly profile: Profile; readonly again: () => void};

/** Figures of a column that an engine does not have are left empty. */
function Figures({profile: {rows = '', columns, isCut}, again}: FiguresProps) {
  return (
    <TitledCard title="Profile">
      <Group mb="xs">
        <Text size="sm">
          {rows === '1' ? '1 row' : `${grouped(rows)} rows`}
          {isCut && '; the first 300 columns were looked at'}
        </Text>
        <Button size="compact-xs" variant="default" onClick={again}>
          Profile again
        </Button>
      </Group>
      <Cells
        label="Profile of the columns"
        heads={['Column', ...figureHeads.map(([, head]) => head)]}
        rows={columns.map(({name, figures}) => [
          name,
          ...figureHeads.map(([figure]) => grouped(valueOf(figure, figures))),
        ])}
      />
    </TitledCard>
  );
}

/** An estimate of distinct values may be of more than there are. */
function valueOf(figure: string, figures: Readonly<Record<string, string>>): string {
  const value = figures[figure] ?? '';
  const {filled} = figures;
  const isTooMuch = figure === 'distinct' && Number(value) > Number(filled ?? Infinity);
  return isTooMuch ? (filled ?? value) : value;
}

/** Whole numbers of any length. */
function grouped(digits: string): string {
  return /^\d{5,}$/.test(digits) ? BigInt(digits).toLocaleString() : digits;
}

type CellsProps = {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** A table that scrolls by itself, in both directions and by keys. */
function Cells({label, heads, rows}: CellsProps) {
  return (
    <Table.ScrollContainer
      minWidth={300}
      maxHeight={480}
      scrollAreaProps={{viewportProps: {tabIndex: 0, role: 'region', 'aria-label': label}}}
    >
      <Table verticalSpacing={2} fz="xs" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, n) => (
              <Table.Th key={n} style={{whiteSpace: 'nowrap'}}>
                <bdi>{head}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, n) => (
            <Table.Tr key={n}>
              {row.map((text, m) => (
                <Table.Td key={m} dir="auto" title={text} style={cellStyle}>
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A long text is cut in sight; all of it is in the title of its cell. */
const cellStyle = {
  maxWidth: '20rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
