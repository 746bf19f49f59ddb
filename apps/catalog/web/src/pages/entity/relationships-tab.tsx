import {Button} from '@mantine/core';
import {EmptyState} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {Share2} from 'lucide-react';
import {useState} from 'react';
import {useTypes} from '../../api/type-index.ts';
import type {ObjectRef} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {isReference, ReferenceLink} from '../../entity/value-view.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TitledCard} from '../../entity/titled-card.tsx';
import classes from './entity.module.css';
import {type TabProps, useWholeEntity} from './tab-props.ts';

/** What the entity is connected with, by the name of the connection. */
export function RelationshipsTab({entity: {guid}}: TabProps) {
  const entity = useWholeEntity(guid);
  const labelOf = attributeLabels(useTypes(), entity.typeName);
  const groups = Object.entries(entity.relationshipAttributes ?? {})
    .map(
      ([name, value]) =>
        [name, (Array.isArray(value) ? value : [value]).filter(isReference)] as const,
    )
    .filter(([, related]) => related.length > 0)
    .toSorted(([a], [b]) => labelOf(a).localeCompare(labelOf(b)));
  if (groups.length === 0) return <EmptyState title="No relationships" />;
  return (
    <div className={classes['columns']}>
      {groups.map(([name, related]) => (
        <TitledCard key={name} title={labelOf(name)} technical={name} count={related.length}>
          <RelatedList related={related} />
        </TitledCard>
      ))}
    </div>
  );
}

/** All have come already; drawn are as many as somebody wants to see. */
const pageSize = 50;

function RelatedList({related}: {related: readonly ObjectRef[]}) {
  const [count, setCount] = useState(pageSize);
  return (
    <>
      <ul className={classes['related']}>
        {related.slice(0, count).map(reference => (
          <li key={reference.relationshipGuid ?? reference.guid}>
            <TypeIcon typeName={reference.typeName} />
            <ReferenceLink reference={reference} />
            {reference.relationshipGuid !== undefined && (
              <Link
                to="/relationshipDetailPage/$guid"
                params={{guid: reference.relationshipGuid}}
                aria-label={`Relationship with ${reference.displayText ?? reference.guid}`}
                className={classes['relationship']}
              >
                <Share2 size={14} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {related.length > count && (
        <Button
          size="compact-xs"
          variant="subtle"
          mt="xs"
          onClick={() => setCount(count + pageSize * 4)}
        >
          {(related.length - count).toLocaleString()} more
        </Button>
      )}
    </>
  );
}
