import {Text} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {Tag} from 'lucide-react';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {FollowedLink} from '../../follow/followed-link.tsx';
import {followedChangesQuery, followsQuery} from '../../follow/queries.ts';
import {CardBody} from './card-body.tsx';
import classes from './home.module.css';

const rows = 8;

/** What the user follows, with the number of changes that were not shown yet. */
export function Following() {
  const found = useQuery(followsQuery);
  const unread = useQuery(followedChangesQuery).data?.unread ?? 0;
  const entities = found.data?.entities ?? [];
  const classifications = found.data?.classifications ?? [];
  return (
    <TitledCard
      title="Following"
      actions={
        <Link to="/notifications">
          {unread === 0 ? 'Notifications' : `${unread.toLocaleString()} unread`}
        </Link>
      }
    >
      <CardBody
        query={found}
        isEmpty={entities.length + classifications.length === 0}
        empty="Follow assets, glossary terms, domains and classifications to see here what other users change."
      >
        <ul className={classes['list']}>
          {entities.slice(0, rows).map(one => (
            <li key={one.guid}>
              <TypeIcon typeName={one.typeName} />
              <FollowedLink entity={one} className={classes['name']} />
              <Text span size="xs" c="dimmed" className={classes['about']}>
                <TypeLabel name={one.typeName} />
              </Text>
            </li>
          ))}
          {classifications.slice(0, Math.max(0, rows - entities.length)).map(({name}) => (
            <li key={`#${name}`}>
              <Tag size={14} aria-hidden />
              <Link to="/types/$name" params={{name}} className={classes['name'] ?? ''}>
                <bdi>{name}</bdi>
              </Link>
              <Text span size="xs" c="dimmed" className={classes['about']}>
                Classification
              </Text>
            </li>
          ))}
        </ul>
      </CardBody>
    </TitledCard>
  );
}
