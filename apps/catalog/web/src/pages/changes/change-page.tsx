import {List, Stack, Text} from '@mantine/core';
import {Page, When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link} from '@tanstack/react-router';
import {UndoChange} from '../../bulk/undo-change.tsx';
import {AssetLink} from '../../entity/asset-link.tsx';
import {Fact, Facts} from '../../entity/facts.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {changeTitle, countsText} from './change-texts.ts';
import {type ChangedEntity, changeQuery} from './queries.ts';

const route = getRouteApi('/changes/$changeId');

/** One change: what became of each entity, and its undo. */
export function ChangePage() {
  const {changeId} = route.useParams();
  const change = useSuspenseQuery(changeQuery(changeId)).data;
  const {userName, time, entities, next, canUndo, reason, undoneBy} = change;
  const title = changeTitle(change);
  return (
    <Page
      // Another change is another page: what was opened on one says nothing of the next.
      key={changeId}
      title={title}
      above={<Link to="/changes">Changes</Link>}
      actions={canUndo && <UndoChange changeId={changeId} text={title} />}
    >
      <Stack gap="md">
        <TitledCard title="Details">
          <Facts>
            <Fact name="Result">{countsText(change)}</Fact>
            <Fact name="By">
              <bdi>{userName}</bdi>
            </Fact>
            <Fact name="When">
              <When ms={time} />
            </Fact>
            {reason !== undefined && <Fact name="Undo">{reason}</Fact>}
            {undoneBy !== undefined && (
              <Fact name="Undone by">
                <Link to="/changes/$changeId" params={{changeId: undoneBy}}>
                  Later change
                </Link>
              </Fact>
            )}
          </Facts>
        </TitledCard>
        {entities.length > 0 && (
          <TitledCard title="Assets">
            <List size="sm">
              {entities.map(one => (
                <List.Item key={one.entity.guid}>
                  <Changed one={one} />
                </List.Item>
              ))}
              {/* The first page of them: a change may have been of many thousands. */}
              {next !== undefined && <List.Item>and more</List.Item>}
            </List>
          </TitledCard>
        )}
      </Stack>
    </Page>
  );
}

const verbs = {
  CREATED: 'created',
  CHANGED: 'changed',
  DELETED: 'deleted',
  RESTORED: 'restored',
} as const;

function Changed({
  one: {entity, how, fields, classifications, relationships},
}: {
  one: ChangedEntity;
}) {
  const names = [...fields.map(field => field.name), ...classifications, ...relationships];
  return (
    <>
      <AssetLink guid={entity.guid} name={nameOf(entity)} />{' '}
      <small>
        <TypeLabel name={entity.typeName} />
      </small>{' '}
      {verbs[how]}
      {how === 'CHANGED' && names.length > 0 && (
        <Text span size="sm" c="dimmed">
          : <bdi>{names.join(', ')}</bdi>
        </Text>
      )}
    </>
  );
}
