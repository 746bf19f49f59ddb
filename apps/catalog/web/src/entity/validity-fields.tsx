import {ActionIcon, Button, Group, Select, Stack, Text, TextInput} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Problem} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Plus, X} from 'lucide-react';
import {timezonesQuery} from '../api/queries.ts';
import {timeZones} from './time-zones.ts';

type Validity = Schemas['TimeBoundary'];

/** When a classification holds; without any it always does. */
export function ValidityFields({
  value,
  onChange,
}: {
  value: readonly Validity[];
  onChange: (value: readonly Validity[]) => void;
}) {
  const {data, error} = useQuery(timezonesQuery);
  // The browser's own, if the server knows it by that name.
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezones = timeZones(data, here, value);
  const replace = (index: number, next: Validity | undefined) =>
    onChange(value.flatMap((one, n) => (n !== index ? [one] : next === undefined ? [] : [next])));
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          Validity: {value.length === 0 ? 'always' : 'limited'}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Plus size={14} />}
          onClick={() => onChange([...value, {timeZone: timezones.includes(here) ? here : 'UTC'}])}
        >
          Period
        </Button>
      </Group>
      {value.length > 0 && <Problem error={error} title="Couldn’t load the time zones" />}
      {value.map((one, n) => (
        <Group key={n} gap="xs" align="flex-end" wrap="nowrap">
          <Stack gap={4} style={{flex: 1}}>
            <TextInput
              size="xs"
              // Without a time zone, as the value is: it is that of the field beside it.
              type="datetime-local"
              label="From"
              value={toInput(one.startTime)}
              onChange={event => replace(n, {...one, startTime: toWire(event.currentTarget.value)})}
            />
            <TextInput
              size="xs"
              type="datetime-local"
              label="Until"
              value={toInput(one.endTime)}
              onChange={event => replace(n, {...one, endTime: toWire(event.currentTarget.value)})}
            />
            <Select
              size="xs"
              label="Time zone"
              searchable
              limit={100}
              allowDeselect={false}
              data={timezones}
              value={one.timeZone ?? 'UTC'}
              onChange={timeZone => replace(n, {...one, timeZone: timeZone ?? 'UTC'})}
            />
          </Stack>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Remove this period"
            onClick={() => replace(n, undefined)}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

/**
 * The API writes `2026/11/21 14:30:00`, in the period's own time zone; inputs write
 * `2026-11-21T14:30`.
 */
export function toInput(text: string | undefined): string {
  return (text ?? '').replaceAll('/', '-').replace(' ', 'T').slice(0, 16);
}

/**
 * From a browser's field of date and time (`2026-01-02T03:04`) to the form of the API (`2026/01/02
 * 03:04:00`).
 */
export function toWire(text: string): string | undefined {
  return text === '' ? undefined : `${text.replaceAll('-', '/').replace('T', ' ')}:00`;
}
