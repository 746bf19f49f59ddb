import {Button, Group, List, Loader, Stack, Text} from '@mantine/core';
import {Waypoints} from 'lucide-react';
import {useState} from 'react';
import {typeLabel} from './display-name.ts';
import {nameOf} from './name-of.ts';

type ReachProps = {
  /** What is said of it; undefined while it is not known. */
  readonly text: string | undefined;
  /** Meanwhile. */
  readonly waiting: string;
  /** Some of them by name; the number is of all. */
  readonly entities: readonly (Parameters<typeof nameOf>[0] & {readonly typeName: string})[];
  readonly count: number;
};

/** What a change will concern beside what it is made to, in a line that opens. */
export function Reach({text, waiting, entities, count}: ReachProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap={4}>
      {/* One line, whatever is found: a button below must not move away from who is about to press it. */}
      <Group gap="xs" role="status" wrap="nowrap" mih="1.75rem">
        {text === undefined ? <Loader size={16} /> : <Waypoints size={16} />}
        <Text size="sm">{text ?? waiting}</Text>
        {entities.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
      </Group>
      {isOpen && entities.length > 0 && (
        <List size="sm" mah="10rem" style={{overflowY: 'auto'}} tabIndex={0}>
          {entities.map(one => (
            <List.Item key={one.guid}>
              <bdi>{nameOf(one)}</bdi>{' '}
              <Text span size="xs" c="dimmed">
                {typeLabel(one.typeName)}
              </Text>
            </List.Item>
          ))}
          {count > entities.length && (
            <List.Item>and {(count - entities.length).toLocaleString()} more</List.Item>
          )}
        </List>
      )}
    </Stack>
  );
}
