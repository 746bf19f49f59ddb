import {Button, List, Stack} from '@mantine/core';
import {Dialog, Page, toast, When} from '@gazetteer/ui';
import {useMutation, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link} from '@tanstack/react-router';
import {Play, Square, Undo2} from 'lucide-react';
import {useEffect, useRef, useState} from 'react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import {changedOf, changeText} from '../../bulk/action-text.ts';
import {ChangeProgress} from '../../bulk/change-progress.tsx';
import {type BulkChange, bulkChangeQuery, bulkEntitiesQuery} from '../../bulk/queries.ts';
import {Rehearsed} from '../../bulk/rehearsed.tsx';
import {Fact, Facts} from '../../entity/facts.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {ValueView} from '../../entity/value-view.tsx';
import {hasEnded} from '../../tasks/queries.ts';
import {StatusBadge} from '../../tasks/status-badge.tsx';
import {linkOfParameters, searchLink} from '../search/search-link.ts';

const route = getRouteApi('/bulkChanges/$guid');

/**
 * One bulk change: how far it is, what it has changed, and the ways to cancel, resume and undo it.
 */
export function BulkChangePage() {
  const {guid} = route.useParams();
  const types = useTypes();
  // Asked for again until it has ended: the page is left open to watch.
  const change = useSuspenseQuery(bulkChangeQuery(guid)).data;
  useRefreshAtEnd(change);
  const {status, search, dsl, undoOf, createdTime, endTime, startTime} = change;
  return (
    <Page
      key={guid}
      title={changeText(types, change)}
      above={<Link to="/bulkChanges">Bulk changes</Link>}
      note={<StatusBadge status={status} />}
      actions={<Actions change={change} />}
    >
      <Stack gap="md">
        <TitledCard title="Result">
          <ChangeProgress change={change} />
        </TitledCard>
        <TitledCard title="Details">
          <Facts>
            {(search ?? dsl) !== undefined && (
              <Fact name="Entities">
                <Link
                  to="/search/searchResult"
                  search={
                    // A bulk change goes through what a search or a query of the DSL finds; either
                    // leads to its results as they are now.
                    search === undefined
                      ? searchLink({searchType: 'dsl', query: dsl})
                      : linkOfParameters(search)
                  }
                >
                  Results of the search
                </Link>
              </Fact>
            )}
            {undoOf !== undefined && (
              <Fact name="Undoes">
                {change.action.type === 'UNDO' ? (
                  <Link to="/changes/$changeId" params={{changeId: undoOf}}>
                    Change
                  </Link>
                ) : (
                  <Link to="/bulkChanges/$guid" params={{guid: undoOf}}>
                    Bulk change
                  </Link>
                )}
              </Fact>
            )}
            {change.action.termGuids !== undefined && (
              <Fact name="Terms">
                <Terms guids={change.action.termGuids} />
              </Fact>
            )}
            {change.action.values !== undefined && (
              <Fact name="Values">
                <ValueView value={change.action.values} />
              </Fact>
            )}
            <Fact name="Requested">
              <When ms={createdTime} />
            </Fact>
            {startTime !== undefined && (
              <Fact name="Started">
                <When ms={startTime} />
              </Fact>
            )}
            {endTime !== undefined && (
              <Fact name="Finished">
                <When ms={endTime} />
              </Fact>
            )}
          </Facts>
        </TitledCard>
        {hasEnded(status) && changedOf(change) > 0 && <Changed change={change} />}
      </Stack>
    </Page>
  );
}

/**
 * What was shown of the entities before is asked for again. Once, and only by who saw it run: an
 * old change has nothing new.
 */
function useRefreshAtEnd({status}: BulkChange): void {
  const wasOpen = useRef(!hasEnded(status));
  useEffect(() => {
    if (!wasOpen.current || !hasEnded(status)) return;
    wasOpen.current = false;
    void refresh();
  }, [status]);
}

/**
 * What can be done follows from the state alone, so that a change of another window is treated like
 * an own one.
 */
function Actions({change}: {change: BulkChange}) {
  const types = useTypes();
  const {guid: taskGuid, status, isRehearsal} = change;
  const [isUndoing, setUndoing] = useState(false);
  const turn = useMutation({
    mutationFn: (to: 'cancel' | 'resume') =>
      client.call(`POST /v2/bulk/{taskGuid}/${to}`, {path: {taskGuid}}),
    onSuccess: () => queries.invalidateQueries({queryKey: ['bulk']}),
    onError: error => toast({kind: 'problem', title: 'Couldn’t change the task', error}),
  });
  if (!hasEnded(status)) {
    return (
      <Button
        variant="default"
        leftSection={<Square size={14} />}
        loading={turn.isPending}
        onClick={() => turn.mutate('cancel')}
      >
        Cancel
      </Button>
    );
  }
  return (
    <>
      {(status === 'CANCELLED' || status === 'FAILED') && (
        <Button
          variant="default"
          leftSection={<Play size={14} />}
          loading={turn.isPending}
          onClick={() => turn.mutate('resume')}
        >
          Resume
        </Button>
      )}
      {!isRehearsal && changedOf(change) > 0 && (
        <Button
          variant="default"
          leftSection={<Undo2 size={14} />}
          onClick={() => setUndoing(true)}
        >
          Undo
        </Button>
      )}
      <Dialog isOpen={isUndoing} onClose={() => setUndoing(false)} title="Undo">
        <Rehearsed
          text={changeText(types, change)}
          verb="Undo on"
          start={rehearsed =>
            client.call('POST /v2/bulk/{taskGuid}/undo', {
              path: {taskGuid},
              query: {isRehearsal: rehearsed},
            })
          }
          back="Cancel"
          onBack={() => setUndoing(false)}
          onStarted={() => setUndoing(false)}
        />
      </Dialog>
    </>
  );
}

function Changed({change}: {change: BulkChange}) {
  const count = changedOf(change);
  const listed = useQuery(bulkEntitiesQuery(change.guid, 'CHANGED', count));
  const entities = listed.data?.entities ?? [];
  return (
    <TitledCard title="Updated" count={count}>
      <List size="sm">
        {entities.map(({entity}) => (
          <List.Item key={entity.guid}>
            <AssetLink guid={entity.guid} name={nameOf(entity)} />{' '}
            <small>
              <TypeLabel name={entity.typeName} />
            </small>
          </List.Item>
        ))}
        {listed.isSuccess && count > entities.length && (
          <List.Item>and {(count - entities.length).toLocaleString()} more</List.Item>
        )}
      </List>
    </TitledCard>
  );
}

/** In one request, without those that may not be read. */
function Terms({guids}: {guids: readonly string[]}) {
  const named = useQuery({
    queryKey: ['glossary', 'named', guids],
    queryFn: ({signal}) => {
      const query = {
        guid: [...guids],
        skipFailedEntities: true,
        minExtInfo: true,
        ignoreRelationships: true,
      };
      return client.call('GET /v2/entity/bulk', {query}, {signal});
    },
  });
  const names = (named.data?.entities ?? []).map(one =>
    String(one.attributes?.['name'] ?? one.guid),
  );
  return <bdi>{names.join(', ')}</bdi>;
}
