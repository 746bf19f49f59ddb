import {Button, Loader, Stack, Text, Title} from '@mantine/core';
import {ErrorState} from '@gazetteer/ui';
import {AssetLink} from '../../entity/asset-link.tsx';
import type {EntityHeader} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {DetailsHead} from './details-head.tsx';
import {useLineageActions} from './lineage-actions.ts';
import type {LineageView} from './lineage-link.ts';
import classes from './lineage.module.css';
import {FacetGroups, NarrowingField, useNarrowing} from './narrowing.tsx';
import type {Card, Scene, Stack as StackOf} from './scene.ts';
import {impactQuery, useImpactPages} from './use-impact.ts';
import type {SetView} from './use-view.ts';

/** A side panel shows a dozen; more come on demand. */
const pageRows = 50;

type StackDetailsProps = {
  readonly stack: StackOf;
  readonly scene: Scene;
  readonly view: LineageView;
  readonly setView: SetView;
  readonly onGo: (guid: string) => void;
};

/**
 * What a stack has: all data sets that are one hop away, searched and filtered, each of which can
 * be drawn. What is filtered stands in the address.
 */
export function StackDetails({stack, scene, view, setView, onGo}: StackDetailsProps) {
  const {owner, side} = stack;
  const {more} = useLineageActions();
  const direction = side === 'in' ? 'INPUT' : 'OUTPUT';
  // All members are one hop away. Each click on a facet would be a step of the way back otherwise.
  const narrowing = useNarrowing(view, setView, {how: 'replace', leftOut: 'degree'});
  const found = useImpactPages(
    impactQuery(owner.guid, {direction, ...narrowing.asked, depth: 1}, pageRows),
  );
  const first = found.data?.pages[0];
  const where = side === 'in' ? 'upstream' : 'downstream';
  return (
    <aside className={classes['details']} aria-label={`${stackName(stack)} of ${owner.name}`}>
      <Stack gap="sm">
        <DetailsHead>
          <Title order={2} size="h5">
            1 hop {where} of <bdi>{owner.name}</bdi>
          </Title>
        </DetailsHead>
        <Button size="compact-sm" variant="light" onClick={() => more(owner, side)}>
          {/* As many as the button really brings. */}
          Draw {Math.min(stack.count, Math.max(view.relations, 20)).toLocaleString()} more
        </Button>
        <NarrowingField narrowing={narrowing} label="Find in this stack" />
        {found.isError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
        {first === undefined && !found.isError && (
          <Loader size="sm" type="dots" role="status" aria-label="Loading the stack" />
        )}
        {first !== undefined && (
          <>
            <Text size="sm" role="status">
              {countText(first.count, first.total)}
            </Text>
            <FacetGroups
              facets={first.facets.filter(({name}) => name !== 'degree')}
              narrowing={narrowing}
            />
            <Members {...{found, scene, side, onGo}} />
          </>
        )}
      </Stack>
    </aside>
  );
}

type MembersProps = Pick<StackDetailsProps, 'scene' | 'onGo'> & {
  readonly found: ReturnType<typeof useImpactPages>;
  readonly side: StackOf['side'];
};

function Members({found, scene, side, onGo}: MembersProps) {
  return (
    <>
      <ul className={classes['members']} aria-label="Data sets">
        {found.data?.pages
          .flatMap(page => page.assets)
          .map(({entity}) => (
            <Member
              key={entity.guid}
              entity={entity}
              card={scene.cards.get(entity.guid)}
              side={side}
              onGo={onGo}
            />
          ))}
      </ul>
      {found.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  );
}

/** What a stack is called where it stands alone. */
export function stackName({side, count}: StackOf): string {
  return `${count.toLocaleString()} more ${side === 'in' ? 'upstream' : 'downstream'}`;
}

function Member({
  entity,
  card,
  side,
  onGo,
}: {
  entity: EntityHeader;
  card: Card | undefined;
  side: StackOf['side'];
  onGo: (guid: string) => void;
}) {
  const {pin} = useLineageActions();
  const name = nameOf(entity);
  return (
    <li>
      <TypeIcon typeName={entity.typeName} />
      <span className={classes['texts']}>
        <AssetLink guid={entity.guid} className={classes['name']} name={name} />
        <span className={classes['caption']}>
          <TypeLabel name={entity.typeName} />
        </span>
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={card === undefined ? `Draw ${name}` : `Go to ${name}`}
        onClick={() =>
          // From the member's point of view the stack's owner is at the other side.
          card === undefined ? pin(entity.guid, side === 'in' ? 'out' : 'in') : onGo(entity.guid)
        }
      >
        {card === undefined ? 'Draw' : 'Go to'}
      </Button>
    </li>
  );
}

function countText(count: number, total: number): string {
  if (count === 0) return 'No matching data sets';
  const sets = total === 1 ? 'data set' : 'data sets';
  return count === total
    ? `${total.toLocaleString()} ${sets}`
    : `${count.toLocaleString()} of ${total.toLocaleString()} ${sets}`;
}
