import {Badge, Group} from '@mantine/core';
import type {ReactNode} from 'react';
import type {Entity} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {TermBadge} from '../../entity/term-badge.tsx';
import classes from './entity.module.css';

/** What people have said about an entity: classifications, terms, labels. */
export function EntitySummary({entity}: {entity: Entity}) {
  const {classifications = [], meanings = [], labels = []} = entity;
  return (
    <dl className={classes['summary']}>
      {classifications.length > 0 && (
        <Line title="Classifications">
          {classifications.map(({typeName, entityGuid}, n) => (
            <ClassificationBadge
              key={n}
              name={typeName}
              isPropagated={entityGuid !== undefined && entityGuid !== entity.guid}
            />
          ))}
        </Line>
      )}
      {meanings.length > 0 && (
        <Line title="Terms">
          {meanings.map(meaning => (
            <TermBadge key={meaning.termGuid} meaning={meaning} />
          ))}
        </Line>
      )}
      {labels.length > 0 && (
        <Line title="Labels">
          {labels.map(label => (
            <Badge key={label} variant="default" tt="none">
              <bdi>{label}</bdi>
            </Badge>
          ))}
        </Line>
      )}
    </dl>
  );
}

function Line({title, children}: {title: string; children: ReactNode}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Group gap={6}>{children}</Group>
      </dd>
    </div>
  );
}
