import {Group, SegmentedControl, Select, Text, Title} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {ChartLine} from 'lucide-react';
import {useMemo, useState} from 'react';
import {allEntityTypes, isInternal, useTypes} from '../../api/type-index.ts';
import {typeLabel} from '../../entity/display-name.ts';
import {typeChoices} from '../../entity/type-label.tsx';
import {linesOf} from './counts.ts';
import {historyQuery} from './queries.ts';
import type {StatisticsLink} from './link.ts';
import {TimeChart} from './time-chart.tsx';

const dayMs = 86_400_000;
/** A little longer than their names, so that the same day or month is in sight. */
const spans = [
  {value: 'day', label: 'Day', ms: dayMs},
  {value: 'week', label: 'Week', ms: 7 * dayMs},
  {value: 'month', label: 'Month', ms: 31 * dayMs},
  {value: 'year', label: 'Year', ms: 366 * dayMs},
];
/** Rounded, so that opening the page twice in a minute asks once. */
const minuteMs = 60_000;
const allTypes = 'All types';

/** Counts of one type over time. */
export function History({
  link,
  onChange,
}: {
  link: StatisticsLink;
  onChange: (changes: StatisticsLink) => void;
}) {
  const types = useTypes();
  const choices = useMemo(() => {
    const names = [...types.entities.keys()].filter(name => !isInternal(name));
    return typeChoices(names, [{value: allEntityTypes, label: allTypes}]);
  }, [types]);
  // A week, where the address says nothing or anything else.
  const span = spans.find(one => one.value === link.span) ?? spans[1];
  const typeName = link.type ?? allEntityTypes;
  // As of when the page was opened: the same question until it is opened again.
  const [to] = useState(() => Math.ceil(Date.now() / minuteMs) * minuteMs);
  const from = to - (span?.ms ?? 7 * dayMs);
  const history = useQuery({
    ...historyQuery(typeName, from, to),
    placeholderData: keepPreviousData,
  });
  const lines = useMemo(() => linesOf(history.data ?? [], typeName), [history.data, typeName]);
  const what = link.type === undefined ? allTypes : typeLabel(link.type);
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Over time</Title>
        <Group gap="sm">
          <Select
            aria-label="Type of the chart"
            {...choices}
            value={typeName}
            onChange={value =>
              onChange({type: value === null || value === allEntityTypes ? '' : value})
            }
            allowDeselect={false}
            searchable
            limit={100}
            nothingFoundMessage="No such type"
          />
          <SegmentedControl
            aria-label="Length of the chart"
            data={spans.map(({value, label}) => ({value, label}))}
            value={span?.value ?? 'week'}
            onChange={value => onChange({span: value})}
          />
        </Group>
      </Group>
      {history.isError ? (
        <ErrorState error={history.error} retry={() => void history.refetch()} />
      ) : history.data === undefined ? (
        <LoadingState what="Reading the counts" />
      ) : history.data.length === 0 ? (
        <EmptyState
          title="No counts in this period"
          icon={<ChartLine size={40} strokeWidth={1.5} />}
        >
          <Text ta="center">
            The catalog counts its entities once an hour by default. The chart appears after the
            first count.
          </Text>
        </EmptyState>
      ) : (
        <TimeChart
          label={`Entities of ${what} over time`}
          lines={lines}
          from={from}
          to={to}
          onChoose={time => onChange({at: String(time)})}
        />
      )}
    </>
  );
}
