import {LoadingState, problemText, When} from '@gazetteer/ui';
import {NativeSelect, Text, TextInput} from '@mantine/core';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useDeferredValue} from 'react';
import {previewQuery} from './schedule-queries.ts';
import classes from './schedules.module.css';

const presets = [
  {value: '0 * * * *', label: 'Hourly'},
  {value: '0 6 * * *', label: 'Daily'},
  {value: '0 6 * * 1', label: 'Weekly'},
];
const zones = Intl.supportedValuesOf('timeZone');

type WhenProps = {
  readonly cron: string;
  readonly timeZone: string;
  readonly onChange: (part: {cron?: string; timeZone?: string}) => void;
};

/** A cron expression, what it says, and its next times. */
export function WhenFields({cron, timeZone, onChange}: WhenProps) {
  const isPreset = presets.some(({value}) => value === cron);
  return (
    <div>
      <div className={classes['fields']}>
        <NativeSelect
          label="Repeat"
          data={[...presets, {value: '', label: 'Custom'}]}
          value={isPreset ? cron : ''}
          onChange={({currentTarget: {value}}) => value !== '' && onChange({cron: value})}
        />
        <TextInput
          label="Cron expression"
          required
          maxLength={200}
          value={cron}
          onChange={event => onChange({cron: event.currentTarget.value})}
        />
        <NativeSelect
          label="Time zone"
          data={[...new Set([timeZone, 'UTC', ...zones])]}
          value={timeZone}
          onChange={event => onChange({timeZone: event.currentTarget.value})}
        />
      </div>
      <Preview cron={useDeferredValue(cron.trim())} timeZone={timeZone} />
    </div>
  );
}

/** Said by the server, which decides when it runs: two readings of an expression could differ. */
function Preview({cron, timeZone}: {cron: string; timeZone: string}) {
  const {data, error} = useQuery({
    ...previewQuery(cron, timeZone),
    enabled: cron !== '',
    placeholderData: keepPreviousData,
  });
  if (cron === '') return null;
  if (error !== null)
    return (
      <Text size="sm" c="red" role="alert" mt={6}>
        {problemText(error)}
      </Text>
    );
  if (data === undefined) return <LoadingState what="Loading the next runs" />;
  const {reading, next} = data;
  return (
    <div aria-live="polite">
      <Text size="sm" mt={6}>
        {reading !== '' && `${reading}.`}
        {next.length === 0 ? ' It never runs.' : ' Next runs, in the time zone of this browser:'}
      </Text>
      <ol className={classes['next']}>
        {next.map(at => (
          <li key={at}>
            <When ms={at} />
          </li>
        ))}
      </ol>
    </div>
  );
}
