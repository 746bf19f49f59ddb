import {Group, List, Loader, Progress, Stack, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {AssetLink} from '../entity/asset-link.tsx';
import {nameOf} from '../entity/name-of.ts';
import {TypeLabel} from '../entity/type-label.tsx';
import {hasEnded} from '../tasks/queries.ts';
import {countText, doneOf} from './action-text.ts';
import {type BulkChange, bulkEntitiesQuery, type Outcome} from './queries.ts';

/**
 * How far a bulk change is and what it does, or would do, with the entities that it leaves alone.
 */
export function ChangeProgress({change}: {change: BulkChange}) {
  const {status, counts, total, isRehearsal, reached = 0} = change;
  const isOver = hasEnded(status);
  const done = doneOf(change);
  const percent =
    // The server counts while it works, so at first it knows no total.
    total === undefined || total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
  return (
    <Stack gap="xs">
      {!isOver && (
        <>
          <Progress value={percent} aria-label={`${percent} percent`} animated />
          <Group gap="xs" role="status">
            <Loader size={14} />
            <Text size="sm">
              {status === 'PENDING' && done === 0
                ? 'Queued'
                : `${done.toLocaleString()}${total === undefined ? '' : ` of ${Math.max(total, done).toLocaleString()}`} checked`}
            </Text>
          </Group>
        </>
      )}
      {(isOver || !isRehearsal) && <Counts change={change} />}
      {isOver && reached > 0 && (
        <Text size="sm">
          Propagated classifications change on{' '}
          {countText(reached, 'other entity', 'other entities')}.
        </Text>
      )}
      {status === 'FAILED' && (
        <Text size="sm" role="alert" dir="auto">
          Failed: {change.errorMessage}
        </Text>
      )}
      {isOver && counts.refused > 0 && (
        <Left change={change} outcome="REFUSED" count={counts.refused} title="Skipped" />
      )}
      {isOver && counts.conflicts > 0 && (
        <Left change={change} outcome="CONFLICT" count={counts.conflicts} title="Not undone" />
      )}
    </Stack>
  );
}

function Counts({change}: {change: BulkChange}) {
  const {counts, isRehearsal} = change;
  const participle = `${isRehearsal ? 'will be ' : ''}${participleOf(change)}`;
  const lines = [
    [counts.changed, participle],
    [counts.alongWith, `${participle} with what contains them`],
    [counts.unchanged, 'need no change'],
    [counts.refused, 'skipped'],
    [counts.conflicts, 'changed since and left as they are'],
  ] as const;
  // That nothing was changed is said, all other zeros are not.
  const shown = lines.filter(([count], n) => n === 0 || count > 0);
  return (
    <List size="sm" aria-label="Counts">
      {shown.map(([count, text]) => (
        <List.Item key={text}>
          <b>{count.toLocaleString()}</b> {text}
        </List.Item>
      ))}
    </List>
  );
}

function participleOf({action, undoOf}: BulkChange): string {
  if (action.type === 'UNDO') return 'undone';
  if (action.type !== 'DELETE') return 'changed';
  return undoOf === undefined ? 'deleted' : 'restored';
}

type LeftProps = {
  readonly change: BulkChange;
  readonly outcome: Outcome;
  readonly count: number;
  readonly title: string;
};

/** Entities that are left as they are, with the reasons. */
function Left({change, outcome, count, title}: LeftProps) {
  const left = useQuery(bulkEntitiesQuery(change.guid, outcome, count));
  if (left.isError) return <ErrorState error={left.error} retry={() => void left.refetch()} />;
  if (left.isPending) return <LoadingState />;
  const {entities} = left.data;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" mah="12rem" style={{overflowY: 'auto'}} tabIndex={0} aria-label={title}>
        {entities.map(({entity, reason}) => (
          <List.Item key={entity.guid}>
            <AssetLink guid={entity.guid} name={nameOf(entity)} />{' '}
            <Text span size="xs" c="dimmed">
              <TypeLabel name={entity.typeName} />
            </Text>
            <br />
            <Text span size="xs" dir="auto">
              {reason}
            </Text>
          </List.Item>
        ))}
        {count > entities.length && (
          <List.Item>and {(count - entities.length).toLocaleString()} more</List.Item>
        )}
      </List>
    </section>
  );
}
