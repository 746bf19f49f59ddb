import {Alert, Button, Code, Group, List, Stack, Switch, Text, TextInput} from '@mantine/core';
import {Search, SlidersHorizontal} from 'lucide-react';
import {useState} from 'react';
import {CopyButton} from './copy-button.tsx';
import {type Column, DataTable} from './data-table/data-table.tsx';
import {Name} from './name.tsx';
import {EmptyState} from './states.tsx';

type Setting = {
  readonly group: string;
  readonly name: string;
  readonly value: string;
  /** Empty where it has its default. */
  readonly place: string;
  readonly doc: string;
};

/** What a server was started with, as it answers it. */
export type ConfigurationViewProps = {
  readonly settings: readonly Setting[];
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
};

const columns: readonly Column<Setting>[] = [
  {
    id: 'name',
    header: 'Setting',
    width: 270,
    cell: ({group, name}) => (
      <>
        <Text size="xs" c="dimmed">
          {group}
        </Text>
        <Name text={name} />
      </>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    width: 200,
    cell: ({name, value}) => (
      <Group gap={4} wrap="nowrap" align="flex-start">
        <CopyButton text={`${name}=${value}`} label={`Copy line of ${name}`} />
        <Code dir="auto">{value === '' ? 'none' : value}</Code>
      </Group>
    ),
  },
  {
    id: 'place',
    header: 'Set in',
    width: 170,
    cell: ({place}) => (place === '' ? <Text c="dimmed">Default</Text> : <Name text={place} />),
  },
  {id: 'doc', header: 'Description', width: 240, isWide: true, cell: ({doc}) => doc},
];

/** Every setting of a server with its value and where it stands, and what is wrong with them. */
export function ConfigurationView({settings, warnings, notices}: ConfigurationViewProps) {
  const [words, setWords] = useState('');
  const [isGivenOnly, setGivenOnly] = useState(true);
  const clear = () => {
    setWords('');
    setGivenOnly(false);
  };
  const wanted = words.trim().toLowerCase();
  const shown = settings.filter(
    ({group, name, value, place, doc}) =>
      (!isGivenOnly || place !== '') &&
      [group, name, value, doc].some(text => text.toLowerCase().includes(wanted)),
  );
  return (
    <Stack gap="md">
      <Findings title="Warnings" color="orange" lines={warnings} />
      <Findings title="Settings without effect" color="gray" lines={notices} />
      <Group gap="md">
        <TextInput
          aria-label="Find a setting"
          placeholder="Find a setting"
          leftSection={<Search size={16} />}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Switch
          label="Only settings that are not default"
          checked={isGivenOnly}
          onChange={event => setGivenOnly(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed" role="status">
          {shown.length.toLocaleString()} of {settings.length.toLocaleString()}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <EmptyState
          title="No matching settings"
          icon={<SlidersHorizontal size={40} strokeWidth={1.5} />}
        >
          <Button variant="default" onClick={clear}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label="Settings"
          name="configuration"
          columns={columns}
          rows={shown}
          rowKey={({group, name}) => `${group} ${name}`}
          maxHeight="calc(100vh - 18rem)"
        />
      )}
    </Stack>
  );
}

function Findings({title, color, lines}: {title: string; color: string; lines: readonly string[]}) {
  if (lines.length === 0) return null;
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {lines.map(line => (
          <List.Item key={line} dir="auto">
            {line}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
