import {Group, Text} from '@mantine/core';
import type {Answer} from '@gazetteer/client';
import {bytesText, When} from '@gazetteer/ui';
import {queryOptions, useQuery} from '@tanstack/react-query';
import type {ReactNode} from 'react';
import {client} from '../../api/client.ts';

type Freshness = Answer<'GET /v2/entity/guid/{guid}/editor/freshness'>;
type Figures = Pick<Freshness, 'written' | 'rows' | 'bytes'>;

const freshnessQuery = (guid: string, engine: string) =>
  queryOptions({
    queryKey: ['editor-freshness', guid, engine],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/entity/guid/{guid}/editor/freshness',
        {path: {guid}, query: {engine}},
        {signal},
      ),
    staleTime: 60_000,
    retry: false,
  });

type FreshnessFactsProps = {
  readonly guid: string;
  readonly engine: string;
  readonly engineName: string;
};

/** When the table was written and how large it is, as its engine says; nothing where it does not. */
export function FreshnessFacts({guid, engine, engineName}: FreshnessFactsProps) {
  const {data, error} = useQuery(freshnessQuery(guid, engine));
  if (error !== null)
    return (
      <Text size="sm" c="dimmed">
        {engineName} doesn’t say when the table was written: {error.message}
      </Text>
    );
  if (data === undefined) return null;
  const {newest, partitions} = data;
  const size = sizeText(data);
  const facts: ReactNode[] = [
    newest !== undefined && (
      <>
        Newest partition <bdi>{newest.name}</bdi>
        {newest.written !== undefined && (
          <>
            , written <When ms={newest.written} isRelative />
          </>
        )}
        {sizeText(newest) !== '' && ` (${sizeText(newest)})`}
      </>
    ),
    partitions !== undefined && counted(String(partitions), 'partition'),
    data.written !== undefined && (
      <>
        Last changed <When ms={data.written} isRelative />
      </>
    ),
    size !== '' && size,
  ].filter(fact => fact !== false);
  if (facts.length === 0) return null;
  return (
    <Group component="section" gap="lg" aria-label={`As ${engineName} says`}>
      {facts.map((fact, n) => (
        <Text key={n} size="sm">
          {fact}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        As <bdi>{engineName}</bdi> says
      </Text>
    </Group>
  );
}

function sizeText({rows, bytes}: Figures): string {
  return [
    ...(rows === undefined ? [] : [counted(rows, 'row')]),
    ...(bytes === undefined ? [] : [bytesText(Number(bytes))]),
  ].join(', ');
}

/** @param digits a whole number of any length */
function counted(digits: string, what: string): string {
  return `${BigInt(digits).toLocaleString()} ${what}${digits === '1' ? '' : 's'}`;
}
