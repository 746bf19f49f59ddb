import {Badge, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {When} from '@gazetteer/ui';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {FollowedLink} from '../../follow/followed-link.tsx';
import type {FollowedBreak} from '../../follow/queries.ts';
import classes from './notifications.module.css';

type Breaks = {
  readonly changes: readonly FollowedBreak[];
  readonly isMore: boolean;
  readonly newSince: number;
};

/** What others did upstream of what somebody owns or follows, with what it may break. */
export function BreakingChanges({changes, isMore, newSince}: Breaks) {
  return (
    <TitledCard title="Breaking changes" count={changes.length}>
      <ul className={classes['list']}>
        {changes.map((change, n) => (
          <BreakingRow key={n} change={change} isNew={change.time > newSince} />
        ))}
      </ul>
      {isMore && (
        <Text size="sm" c="dimmed" mt="xs">
          There may be more than are listed here.
        </Text>
      )}
    </TitledCard>
  );
}

function BreakingRow({change, isNew}: {change: FollowedBreak; isNew: boolean}) {
  const {entity, user, time, affected, affectedCount} = change;
  const more = affectedCount - affected.length;
  return (
    <li className={classes['change']} data-new={isNew || undefined}>
      <TypeIcon typeName={entity.typeName} />
      <div className={classes['what']}>
        <div>
          <FollowedLink entity={namedOf(entity)} />
          {isNew && (
            <Badge size="xs" ml={6} tt="none">
              New
            </Badge>
          )}
        </div>
        <Text size="sm" dir="auto" className={classes['text']}>
          {breakingText(change)}
        </Text>
        <Text size="sm">
          Affects{' '}
          {affected.map((one, n) => (
            <span key={one.entity.guid}>
              {n > 0 && ', '}
              <FollowedLink entity={namedOf(one.entity)} className={classes['inline']} />
              {one.columns.length > 0 && ` (${one.columns.join(', ')})`}
            </span>
          ))}
          {more > 0 && ` and ${more.toLocaleString()} more`}
        </Text>
        <Text size="xs" c="dimmed">
          <bdi>{user}</bdi> · <When ms={time} isRelative />
        </Text>
      </div>
    </li>
  );
}

function breakingText({kind, columns}: FollowedBreak): string {
  if (kind === 'TABLE_DROPPED') return 'Table dropped';
  return columns
    .map(({name, change, from = '', to = ''}) =>
      change === 'REMOVED'
        ? `Column ${name} removed`
        : `Column ${name} retyped from ${from} to ${to}`,
    )
    .join('; ');
}

function namedOf({guid, typeName, displayText, status}: Schemas['EntityHeader']) {
  return {guid, typeName, status, name: displayText === '' ? guid : displayText};
}
