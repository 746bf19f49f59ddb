import {Badge, Button, Code, Group, Loader, Stack, Text, Title} from '@mantine/core';
import {CopyButton, problemText, When} from '@gazetteer/ui';
import {ByHand} from './by-hand.tsx';
import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {AssetLink} from '../../entity/asset-link.tsx';
import {entityQuery} from '../../api/queries.ts';
import type {TypeIndex} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {Fact, Facts} from '../../entity/facts.tsx';
import {TermBadge} from '../../entity/term-badge.tsx';
import {TrustBadges} from '../../entity/trust-badges.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {ColumnSteps} from './column-steps.tsx';
import {DetailsHead} from './details-head.tsx';
import {useLineageActions} from './lineage-actions.ts';
import type {Side} from '../../graph/flow.ts';
import classes from './lineage.module.css';
import {type Card, total} from './scene.ts';
import {columnsOf} from './use-lineage.ts';

export type NodeDetailsProps = {
  readonly card: Card;
  readonly types: TypeIndex;
  readonly isBase: boolean;
  readonly counts: {readonly in: number; readonly out: number};
  readonly isPath: boolean;
  readonly onPath: (isPath: boolean) => void;
  readonly traced: ReadonlySet<string>;
};

/** What is known of the chosen node, and what can be done from it. */
export function NodeDetails(props: NodeDetailsProps) {
  const {card, types, isBase, isPath, onPath} = props;
  // The header of a lineage has few attributes.
  const {data, error} = useQuery(entityQuery(card.guid));
  return (
    <aside className={classes['details']} aria-label={`Details of ${card.name}`}>
      <Stack gap="sm">
        <DetailsHead>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <TypeIcon typeName={card.typeName} size={20} />
            <Title order={2} size="h5" dir="auto">
              <AssetLink guid={card.guid}>{card.name}</AssetLink>
            </Title>
          </Group>
        </DetailsHead>
        {/* The root is where one is, and all paths lead to it. */}
        {!isBase && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="light"
              renderRoot={own => (
                <Link
                  {...own}
                  to="/detailPage/$guid"
                  params={{guid: card.guid}}
                  search={{tabActive: 'lineage'}}
                />
              )}
            >
              Use as root
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onPath(!isPath)}>
              {isPath ? 'Show all paths' : 'Only this path'}
            </Button>
          </Group>
        )}
        <Facts look="narrow">
          <Fact name="Type">
            <bdi title={card.typeName}>{card.caption}</bdi>{' '}
            {card.isDeleted && (
              <Badge size="xs" color="red.8">
                deleted
              </Badge>
            )}
          </Fact>
          <SideFact {...props} side="in" name="Upstream" />
          <SideFact {...props} side="out" name="Downstream" />
        </Facts>
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problemText(error)}
          </Text>
        )}
        {data === undefined && error === null && (
          <Loader size="sm" type="dots" role="status" aria-label="Loading the details" />
        )}
        {data !== undefined && <EntityFacts entity={data.entity} types={types} />}
        {/* Its columns are known from the entity alone: the picture has as many as it draws. */}
        {data !== undefined && <ColumnList {...props} entity={data.entity} types={types} />}
      </Stack>
    </aside>
  );
}

/** Numbers of what is drawn, and what can be done about the rest. */
function SideFact({card, counts, side, name}: NodeDetailsProps & {side: Side; name: string}) {
  const {more, fold} = useLineageActions();
  const missing = total(card, side);
  // Nobody has looked at this side: no number can be promised.
  const isUnknown = card.node !== undefined && card.node.more[side] === undefined && missing === 0;
  return (
    <Fact name={name}>
      <Group gap="xs">
        {counts[side].toLocaleString()}
        {missing > 0 && (
          <Button size="compact-xs" variant="light" onClick={() => more(card, side)}>
            {missing.toLocaleString()} more
          </Button>
        )}
        {isUnknown && (
          <Button size="compact-xs" variant="subtle" onClick={() => more(card, side)}>
            Load more
          </Button>
        )}
        {card.node?.folded[side] === true ? (
          <Button size="compact-xs" variant="light" onClick={() => fold(card, side, false)}>
            Show them again
          </Button>
        ) : (
          card.node !== undefined &&
          counts[side] > 0 && (
            <Button size="compact-xs" variant="subtle" onClick={() => fold(card, side, true)}>
              Collapse
            </Button>
          )
        )}
      </Group>
    </Fact>
  );
}

/** What people look for at a table or at a process. */
const toldAttributes = [
  'description',
  'comment',
  'owner',
  'userName',
  'operationType',
  'tableType',
  'type',
  'dataType',
];

/** What a card has no room for. Attributes without a value are left out. */
function EntityFacts({entity, types}: {entity: Entity; types: TypeIndex}) {
  const labelOf = attributeLabels(types, entity.typeName);
  const {attributes, classifications = [], meanings = []} = entity;
  // Models call the text of a query by one of these names.
  const query = attributes['queryText'] ?? attributes['query'] ?? attributes['expression'];
  const qualifiedName = attributes['qualifiedName'];
  return (
    <>
      <TrustBadges entity={entity} />
      <ByHand entity={entity} />
      {classifications.length > 0 && (
        <Group gap={4}>
          {classifications.map(({typeName, entityGuid}, n) => (
            <ClassificationBadge
              key={n}
              name={typeName}
              isPropagated={entityGuid !== undefined && entityGuid !== entity.guid}
            />
          ))}
        </Group>
      )}
      {meanings.length > 0 && (
        <Group gap={4}>
          {meanings.map(meaning => (
            <TermBadge key={meaning.termGuid} meaning={meaning} />
          ))}
        </Group>
      )}
      <Facts look="narrow">
        {toldAttributes.map(name => {
          const value = attributes[name];
          // Attributes of the same names may be lists elsewhere.
          if (typeof value !== 'string' || value === '') return null;
          return (
            <Fact key={name} name={labelOf(name)}>
              <span dir="auto">{value}</span>
            </Fact>
          );
        })}
        <Fact name="Updated">
          <When ms={entity.updateTime} /> by <bdi>{entity.updatedBy}</bdi>
        </Fact>
        {typeof qualifiedName === 'string' && (
          <Fact name="Qualified name">
            <bdi>{qualifiedName}</bdi>{' '}
            <CopyButton text={qualifiedName} label="Copy the qualified name" />
          </Fact>
        )}
      </Facts>
      {typeof query === 'string' && query !== '' && (
        <Code
          block
          dir="ltr"
          tabIndex={0}
          role="region"
          aria-label="Query"
          style={{maxHeight: '14rem', overflow: 'auto'}}
        >
          {query}
        </Code>
      )}
    </>
  );
}

/** For tables with more columns than the graph draws. */
function ColumnList({entity, types, traced}: NodeDetailsProps & {entity: Entity}) {
  const {trace} = useLineageActions();
  const columns = columnsOf(entity, types);
  if (columns.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        Path of a column
      </Text>
      <ul className={classes['columnList']} aria-label="Columns">
        {columns.map(({guid, displayText}) => {
          const isOnly = traced.size === 1 && traced.has(guid);
          return (
            <li key={guid}>
              <button
                type="button"
                className={classes['row']}
                aria-pressed={isOnly}
                dir="auto"
                onClick={() => trace(isOnly ? undefined : guid)}
              >
                {displayText ?? guid}
              </button>
              {/* For one at a time, as it asks for more. */}
              {isOnly && <ColumnSteps guid={guid} name={displayText ?? guid} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
