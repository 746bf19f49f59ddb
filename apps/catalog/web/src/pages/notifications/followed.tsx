import {Badge, Text} from '@mantine/core';
import {IconButton} from '@gazetteer/ui';
import type {Schemas} from '@gazetteer/client';
import {Link} from '@tanstack/react-router';
import {BellOff, Tag} from 'lucide-react';
import type {ReactNode} from 'react';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {FollowedLink} from '../../follow/followed-link.tsx';
import type {Target} from '../../follow/queries.ts';
import {useFollow} from '../../follow/use-follow.ts';
import classes from './notifications.module.css';

/** What somebody follows, each with a way to stop. */
export function Followed({follows: {entities, classifications}}: {follows: Schemas['Follows']}) {
  return (
    <TitledCard title="Following" count={entities.length + classifications.length}>
      {entities.length + classifications.length === 0 && (
        <Text size="sm" c="dimmed">
          You don’t follow anything any more.
        </Text>
      )}
      <ul className={classes['list']}>
        {entities.map(entity => (
          <Row key={entity.guid} name={entity.name} target={{guid: entity.guid}}>
            <TypeIcon typeName={entity.typeName} />
            <FollowedLink entity={entity} className={classes['name']} />
            {entity.status === 'DELETED' && (
              <Badge size="xs" color="red.8" tt="none">
                deleted
              </Badge>
            )}
          </Row>
        ))}
        {classifications.map(({name}) => (
          // Guids are keys in the same list, and no guid begins like this.
          <Row key={`#${name}`} name={name} target={{classification: name}}>
            <Tag size={16} aria-hidden />
            <Link to="/types/$name" params={{name}} className={classes['name'] ?? ''}>
              <bdi>{name}</bdi>
            </Link>
          </Row>
        ))}
      </ul>
    </TitledCard>
  );
}

function Row({name, target, children}: {name: string; target: Target; children: ReactNode}) {
  const follow = useFollow();
  return (
    <li className={classes['followed']}>
      {children}
      <IconButton
        label={`Unfollow ${name}`}
        tip="Unfollow"
        className={classes['unfollow'] ?? ''}
        loading={follow.isPending}
        onClick={() => follow.mutate({target, name, isFollowed: true})}
      >
        <BellOff size={16} />
      </IconButton>
    </li>
  );
}
