import {Button, Group, List, Loader, Stack, Text} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {useQuery} from '@tanstack/react-query';
import type {Schemas} from '@gazetteer/client';
import {Waypoints} from 'lucide-react';
import {useState} from 'react';
import {client} from '../api/client.ts';
import type {Entity} from '../api/wire.ts';
import {typeLabel} from './display-name.ts';
import {nameOf} from './name-of.ts';

/** Names are for a look at whether it goes where it is meant to; the count is of all of them. */
const maxNamed = 20;

type Reach = {readonly count: number; readonly entities: readonly Entity[]};

/**
 * Where a classification would come to over lineage and relationships, before it is added: the
 * server rehearses it.
 */
export function ClassifyReach<Value>({
  value,
  rehearse,
}: {
  value: Value;
  rehearse: (value: Value) => Promise<Schemas['DryRun']>;
}) {
  const [isOpen, setOpen] = useState(false);
  // A rehearsal goes the whole way of the change, so not for each letter.
  const [waited] = useDebouncedValue(value, 300);
  const reach = useQuery({
    queryKey: ['rehearsal', 'classify', waited],
    queryFn: async (): Promise<Reach> => {
      const {changes} = await rehearse(waited);
      const {count = 0, list = []} = changes['propagations']?.['added'] ?? {};
      const guids = [...new Set((list as {entityGuid: string}[]).map(one => one.entityGuid))].slice(
        0,
        maxNamed,
      );
      return {count, entities: guids.length === 0 ? [] : await named(guids)};
    },
    gcTime: 0,
    // What was refused is not looked at any better a second time.
    retry: false,
  });
  // What else is wrong is told when it is sent.
  if (reach.isError) return null;
  const {count, entities} = reach.data ?? {count: 0, entities: []};
  return (
    <Stack gap={4}>
      {/* One line, whatever is found: a button below must not move away from who is about to press it. */}
      <Group gap="xs" role="status" wrap="nowrap" mih="1.75rem">
        {reach.isPending ? <Loader size={16} /> : <Waypoints size={16} />}
        <Text size="sm">
          {reach.isPending ? 'Checking where it propagates…' : reachText(count)}
        </Text>
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

async function named(guid: string[]): Promise<readonly Entity[]> {
  const query = {guid, minExtInfo: true, ignoreRelationships: true, skipFailedEntities: true};
  return (await client.call('GET /v2/entity/bulk', {query})).entities as Entity[];
}

function reachText(count: number): string {
  if (count === 0) return 'Does not propagate to other entities';
  return `Propagates to ${count === 1 ? '1 other entity' : `${count.toLocaleString()} other entities`}`;
}
