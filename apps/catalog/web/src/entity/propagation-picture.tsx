import {Group, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Link} from '@tanstack/react-router';
import {useMemo} from 'react';
import {CardPicture} from '../graph/card-picture.tsx';
import {flowOf} from '../graph/flow.ts';
import {typeLabel} from './display-name.ts';
import {nameOf} from './name-of.ts';

type Source = Schemas['ClassificationExplanation']['sources'][number];

/**
 * The path along which a classification has propagated, as a picture, and each relationship of it,
 * where it can be blocked.
 */
export function PropagationPicture({name, source}: {name: string; source: Source}) {
  const {path = []} = source;
  const {cards, flows} = useMemo(() => {
    const entities = path.flatMap(({entity}) => entity ?? []);
    return {
      cards: entities.map(entity => ({
        id: entity.guid,
        label: nameOf(entity),
        note: placeOf(entity) || typeLabel(entity.typeName),
      })),
      flows: entities
        .slice(1)
        .map((entity, n) => flowOf(entities[n]?.guid ?? entity.guid, entity.guid)),
    };
  }, [path]);
  // The entity that is asked about; the path begins at the source.
  const last = cards.at(-1)?.id ?? '';
  const relationships = path.flatMap(({relationship}) => relationship ?? []);
  const names = new Map(cards.map(card => [card.id, card.label]));
  return (
    <>
      <CardPicture
        cards={cards}
        flows={flows}
        base={last}
        current={last}
        label={`Propagation path of ${name}`}
        cardHeight={44}
        maxHeight="14rem"
        link={(id, own) => <Link key={id} to="/detailPage/$guid" params={{guid: id}} {...own} />}
      />
      {relationships.length > 0 ? (
        <Text size="sm">
          Block it on any relationship of the path, or turn off propagation where {name} is
          assigned:
        </Text>
      ) : (
        <Text size="sm">No path leads from the source any more.</Text>
      )}
      {relationships.length > 0 && (
        <ol
          aria-label="Relationships that can block it"
          style={{margin: 0, paddingInlineStart: 20, fontSize: 'var(--mantine-font-size-sm)'}}
        >
          {relationships.map(({guid = '', typeName, end1 = '', end2 = ''}) => (
            <li key={guid}>
              <Group gap="0 6px" display="inline-flex">
                <Link to="/relationshipDetailPage/$guid" params={{guid}}>
                  <bdi>{typeName}</bdi>
                </Link>
                <Text span size="xs" c="dimmed" lh={1.6}>
                  <bdi>
                    {names.get(end1)} and {names.get(end2)}
                  </bdi>
                </Text>
              </Group>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Tells columns of one name from each other; nothing where the name says it all. */
function placeOf(entity: Schemas['EntityHeader']): string {
  const qualifiedName = entity.attributes?.['qualifiedName'];
  return typeof qualifiedName === 'string' && qualifiedName !== nameOf(entity) ? qualifiedName : '';
}
