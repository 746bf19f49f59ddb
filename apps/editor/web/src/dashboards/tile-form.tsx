import {NativeSelect, NumberInput, Select, TextInput} from '@mantine/core';
import {DialogForm, ErrorState, LoadingState, problemText} from '@gazetteer/ui';
import {MarkdownField} from '@gazetteer/ui/markdown';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import type {DashboardTile, DocumentHead} from '../api/wire.ts';
import {documentQuery, searchQuery} from '../documents/document-queries.ts';

/** What a tile shows, without its place. */
export type TileContents = Omit<DashboardTile, 'id' | 'x' | 'y' | 'w' | 'h'>;

/** As the form names them. */
const kinds = [
  {value: 'chart', label: 'Chart'},
  {value: 'table', label: 'Table'},
  {value: 'number', label: 'Single value'},
  {value: 'text', label: 'Text'},
] as const;

/** What a new tile begins with; each kind uses some of it. */
const nothing: TileContents = {
  kind: 'chart',
  title: '',
  chart: 0,
  column: '',
  rows: 10,
  text: '',
};

type TileFormProps = {
  /** Undefined for a new one. */
  readonly tile: TileContents | undefined;
  readonly onDone: (contents: TileContents) => void;
  readonly onCancel: () => void;
};

/** What a tile shows: of which query, and how, or a text of its own. */
export function TileForm({tile, onDone, onCancel}: TileFormProps) {
  const [draft, setDraft] = useState<TileContents>(tile ?? nothing);
  const change = (more: Partial<TileContents>) => setDraft({...draft, ...more});
  const isText = draft.kind === 'text';
  const submit = () => {
    // A text has no query, also where one was chosen before its kind.
    const {document, ...rest} = draft;
    onDone(isText || document === undefined ? rest : {...rest, document});
  };
  return (
    <DialogForm
      action={tile === undefined ? 'Add tile' : 'Edit tile'}
      onSubmit={submit}
      onCancel={onCancel}
      isBusy={false}
      isReady={isText ? draft.text.trim() !== '' : draft.document !== undefined}
    >
      <NativeSelect
        label="Kind"
        data={[...kinds]}
        value={draft.kind}
        onChange={event => change({kind: event.currentTarget.value as TileContents['kind']})}
      />
      <TextInput
        label="Title"
        maxLength={200}
        placeholder={isText ? '' : 'Name of the chart or the query'}
        value={draft.title}
        onChange={event => change({title: event.currentTarget.value})}
      />
      {isText ? (
        <MarkdownField label="Text" value={draft.text} onChange={text => change({text})} />
      ) : (
        <QueryFields draft={draft} onChange={change} />
      )}
    </DialogForm>
  );
}

type FieldsProps = {
  readonly draft: TileContents;
  readonly onChange: (more: Partial<TileContents>) => void;
};

/** Which query, and what of its result. */
function QueryFields({draft, onChange}: FieldsProps) {
  const {kind, document, rows, column} = draft;
  const {data, error, refetch} = useQuery(searchQuery('', 'query'));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading queries" />;
  return (
    <>
      <Select
        label="Saved query"
        required
        searchable
        data={options(data, document)}
        value={document ?? null}
        nothingFoundMessage="No matching queries"
        // Charts are counted in their query: of another one the first is meant.
        onChange={value => onChange({document: value ?? undefined, chart: 0})}
      />
      {kind === 'chart' && document !== undefined && (
        <ChartField document={document} value={draft.chart} onChange={chart => onChange({chart})} />
      )}
      {kind === 'table' && (
        <NumberInput
          label="Rows"
          min={1}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          value={rows}
          onChange={value => onChange({rows: Number(value) || 1})}
        />
      )}
      {kind === 'number' && (
        <TextInput
          label="Column"
          placeholder="First column"
          maxLength={500}
          value={column}
          onChange={event => onChange({column: event.currentTarget.value})}
        />
      )}
    </>
  );
}

/** The one of a tile may be of somebody who shares it no more, and is kept all the same. */
function options(queries: readonly DocumentHead[], document: string | undefined) {
  const known = queries.map(({uuid: value, name: label}) => ({value, label}));
  return document === undefined || known.some(({value}) => value === document)
    ? known
    : [...known, {value: document, label: document}];
}

type ChartFieldProps = {
  readonly document: string;
  readonly value: number;
  readonly onChange: (chart: number) => void;
};

/** Charts are made and saved with their query, in the editor; here is only chosen among them. */
function ChartField({document, value, onChange}: ChartFieldProps) {
  const {data, error} = useQuery(documentQuery(document));
  const charts = data?.content?.state.charts ?? [];
  const problem =
    (error === null ? undefined : problemText(error)) ??
    (data !== undefined && charts.length === 0
      ? 'This query has no chart. Add one in the editor and save the query.'
      : undefined);
  return (
    <NativeSelect
      label="Chart"
      error={problem}
      data={charts.map((chart, n) => ({
        value: String(n),
        label: chart.title || `Chart ${n + 1} (${chart.kind})`,
      }))}
      value={String(value)}
      onChange={event => onChange(Number(event.currentTarget.value))}
    />
  );
}
