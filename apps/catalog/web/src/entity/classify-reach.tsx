import {useDebouncedValue} from '@mantine/hooks';
import {useQuery} from '@tanstack/react-query';
import type {Schemas} from '@gazetteer/client';
import {client} from '../api/client.ts';
import type {Entity} from '../api/wire.ts';
import {Reach} from './reach.tsx';

/** Names are for a look at whether it goes where it is meant to; the count is of all of them. */
const maxNamed = 20;

type Reached = {readonly count: number; readonly entities: readonly Entity[]};

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
  // A rehearsal goes the whole way of the change, so not for each letter.
  const [waited] = useDebouncedValue(value, 300);
  const reach = useQuery({
    queryKey: ['rehearsal', 'classify', waited],
    queryFn: async (): Promise<Reached> => {
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
    <Reach
      text={reach.isPending ? undefined : reachText(count)}
      waiting="Checking where it propagates…"
      entities={entities}
      count={count}
    />
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
