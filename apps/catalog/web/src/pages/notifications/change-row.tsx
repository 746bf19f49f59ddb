import {Badge, Text} from '@mantine/core';
import {followedChangeText} from '@gazetteer/model/followed';
import {When} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {useTypes} from '../../api/type-index.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {FollowedLink} from '../../follow/followed-link.tsx';
import type {FollowedChange} from '../../follow/queries.ts';
import classes from './notifications.module.css';

/** One change: what it was done to, what was done, by whom, and why it is listed. */
export function ChangeRow({change, isNew}: {change: FollowedChange; isNew: boolean}) {
  const types = useTypes();
  const {entity, count, user, time, action, followed, followedClassification} = change;
  const labelOf = attributeLabels(types, entity.typeName);
  return (
    <li className={classes['change']} data-new={isNew || undefined}>
      <TypeIcon typeName={entity.typeName} />
      <div className={classes['what']}>
        <div>
          {action === 'ENTITY_PURGE' ? <bdi>{entity.name}</bdi> : <FollowedLink entity={entity} />}
          {count > 1 && ` and ${(count - 1).toLocaleString()} more`}
          {isNew && (
            <Badge size="xs" ml={6} tt="none">
              New
            </Badge>
          )}
        </div>
        <Text size="sm" dir="auto" className={classes['text']}>
          {followedChangeText(change, labelOf)}
        </Text>
        <Text size="xs" c="dimmed">
          <bdi>{user}</bdi> · <When ms={time} isRelative />
          {followedClassification !== undefined && (
            <>
              {' · '}you follow{' '}
              <Link
                className={classes['inline'] ?? ''}
                to="/types/$name"
                params={{name: followedClassification}}
              >
                <bdi>{followedClassification}</bdi>
              </Link>
            </>
          )}
          {followed !== undefined && followed.guid !== entity.guid && (
            <>
              {' · '}you follow <FollowedLink entity={followed} className={classes['inline']} />
            </>
          )}
        </Text>
      </div>
    </li>
  );
}
