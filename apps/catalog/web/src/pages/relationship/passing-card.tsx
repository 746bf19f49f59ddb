import {Switch, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {AssetLink} from '../../entity/asset-link.tsx';
import type {EntityHeader} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {undoable} from '../../entity/undoable.ts';
import {headerQuery, type Relationship, sendRelationship} from './relationship-query.ts';
import classes from './relationship.module.css';

type Classification = Schemas['Classification'];
type Passing = {readonly classification: Classification; readonly isBlocked: boolean};

/** Classifications that come to the relationship, each with a switch that lets it through. */
export function PassingCard({
  relationship,
  ends,
}: {
  relationship: Relationship;
  ends: Readonly<Record<string, EntityHeader>>;
}) {
  const {propagatedClassifications = [], blockedPropagatedClassifications: blocked = []} =
    relationship;
  // Both in one list: a classification does not jump when it is switched.
  const all: Passing[] = [
    ...propagatedClassifications.map(classification => ({classification, isBlocked: false})),
    ...blocked.map(classification => ({classification, isBlocked: true})),
  ].toSorted((a, b) => keyOf(a.classification).localeCompare(keyOf(b.classification)));
  const nameOfEnd = (guid: string | undefined) => {
    const header = guid === undefined ? undefined : ends[guid];
    return header === undefined ? 'one end' : nameOf(header);
  };
  const [first, second] = [nameOfEnd(relationship.end1.guid), nameOfEnd(relationship.end2.guid)];
  const change = useMutation({
    mutationFn: ({classification, isBlocked}: Passing) =>
      // The server takes the list of what is blocked, and as a whole.
      undoable(() =>
        sendRelationship(relationship, {
          blockedPropagatedClassifications: isBlocked
            ? blocked.filter(one => keyOf(one) !== keyOf(classification))
            : [...blocked, classification],
        }),
      ),
    onSettled: refresh,
    onSuccess: ({undo}, {classification: {typeName}, isBlocked}) =>
      toast({
        kind: 'done',
        title: isBlocked
          ? `Propagation of ${typeName} allowed`
          : `Propagation of ${typeName} blocked`,
        action: undo,
      }),
    onError: error => toast({kind: 'problem', title: 'Couldn’t change the propagation', error}),
  });
  return (
    <TitledCard title="Classifications" count={all.length}>
      <Text size="sm" mb="xs">
        {directionText(relationship.propagateTags, first, second)}
      </Text>
      {all.length > 0 && (
        <ul className={classes['passing']}>
          {all.map(one => (
            <li key={keyOf(one.classification)}>
              <Switch
                aria-label={`Let ${one.classification.typeName} through`}
                checked={!one.isBlocked}
                // One change at a time: each sends the whole list.
                disabled={change.isPending || relationship.status === 'DELETED'}
                onChange={() => change.mutate(one)}
              />
              <ClassificationBadge
                name={one.classification.typeName}
                isPropagated={!one.isBlocked}
              />
              <Source guid={one.classification.entityGuid ?? ''} />
              {one.isBlocked && (
                <Text span size="sm" c="dimmed">
                  stopped here
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

/** The entity that carries the classification itself. */
function Source({guid}: {guid: string}) {
  const header = useQuery({...headerQuery(guid), enabled: guid !== ''});
  if (guid === '') return null;
  return (
    <Text span size="sm">
      from <AssetLink guid={guid} name={header.data === undefined ? guid : nameOf(header.data)} />
    </Text>
  );
}

/** The same classification may come from several entities. */
function keyOf({typeName, entityGuid}: Classification): string {
  return `${typeName} ${entityGuid ?? ''}`;
}

function directionText(
  propagateTags: Relationship['propagateTags'],
  first: string,
  second: string,
): string {
  switch (propagateTags) {
    case 'ONE_TO_TWO':
      return `Classifications go from ${first} to ${second}.`;
    case 'TWO_TO_ONE':
      return `Classifications go from ${second} to ${first}.`;
    case 'BOTH':
      return 'Classifications go both ways.';
    default:
      return 'No classification propagates over it.';
  }
}
