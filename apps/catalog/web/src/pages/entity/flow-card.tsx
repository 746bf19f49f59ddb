import {Button, Group, Loader, Text} from '@mantine/core';
import {Problem} from '@gazetteer/ui';
import {useInfiniteQuery} from '@tanstack/react-query';
import {AssetLink} from '../../entity/asset-link.tsx';
import {client} from '../../api/client.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import classes from './entity.module.css';

/** A process may read thousands of files. */
const pageSize = 50;

/** What a process reads or writes, a page at a time. */
export function FlowCard({
  guid,
  relation,
  title,
}: {
  guid: string;
  relation: 'inputs' | 'outputs';
  title: string;
}) {
  const found = useInfiniteQuery({
    queryKey: ['asset-flow', guid, relation],
    queryFn: ({pageParam: offset, signal}) =>
      client.call(
        'GET /v2/search/relationship',
        {
          query: {
            guid,
            relation,
            limit: pageSize,
            offset,
            excludeDeletedEntities: true,
            // For the title.
            getApproximateCount: true,
          },
        },
        {signal},
      ),
    initialPageParam: 0,
    // The count is an estimate: a page that is not full is the last one.
    getNextPageParam: (last, pages) =>
      (last.entities ?? []).length < pageSize ? undefined : pages.length * pageSize,
  });
  const all = found.data?.pages.flatMap(page => page.entities ?? []) ?? [];
  return (
    <TitledCard title={title} count={found.data?.pages[0]?.approximateCount ?? 0}>
      <Problem error={found.error} />
      {found.isPending && <Loader size="xs" />}
      {found.isSuccess && all.length === 0 && (
        <Text size="sm" c="dimmed">
          None
        </Text>
      )}
      <ul className={classes['related']}>
        {all.map(one => (
          <FlowItem key={one.guid} entity={one} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          size="compact-xs"
          variant="subtle"
          mt="xs"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </TitledCard>
  );
}

function FlowItem({entity}: {entity: EntityHeader}) {
  const qualifiedName = entity.attributes['qualifiedName'];
  return (
    <li>
      <TypeIcon typeName={entity.typeName} />
      <Group gap="0 8px">
        <AssetLink guid={entity.guid} name={nameOf(entity)} />
        {typeof qualifiedName === 'string' && qualifiedName !== nameOf(entity) && (
          <Text span size="xs" c="dimmed">
            <bdi>{qualifiedName}</bdi>
          </Text>
        )}
      </Group>
    </li>
  );
}
