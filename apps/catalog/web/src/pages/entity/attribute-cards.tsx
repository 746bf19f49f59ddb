import {Switch} from '@mantine/core';
import type {AttributeDef} from '@gazetteer/model';
import {governanceGroups} from '@gazetteer/model/asset';
import {useStored, When} from '@gazetteer/ui';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {Fact, Facts} from '../../entity/facts.tsx';
import {TypedValue, ValueView} from '../../entity/value-view.tsx';
import {TitledCard} from '../../entity/titled-card.tsx';
import classes from './entity.module.css';

/** Attributes as the type has them, what people have added, and what the catalog keeps itself. */
export function AttributeCards({
  entity,
  isWithSystem = false,
}: {
  entity: Entity;
  isWithSystem?: boolean;
}) {
  const types = useTypes();
  // Remembered for all entities: some people want to see what could be filled in.
  const [isWithEmpty, setWithEmpty] = useStored('entity-empty', false);
  const relations = new Set(types.relationshipAttributesOf(entity.typeName).map(def => def.name));
  const labelOf = attributeLabels(types, entity.typeName);
  const defs = types
    .attributesOf(entity.typeName)
    .filter(def => !relations.has(def.name))
    .toSorted((a, b) => labelOf(a.name).localeCompare(labelOf(b.name)));
  const isEmpty = (def: AttributeDef) => {
    const value = entity.attributes[def.name];
    if (Array.isArray(value)) return value.length === 0;
    // Dates that are not set are answered as 0.
    return (
      value === null ||
      value === undefined ||
      value === '' ||
      (def.typeName === 'date' && value === 0)
    );
  };
  const shown = defs.filter(def => isWithEmpty || !isEmpty(def));
  return (
    <div className={classes['columns']}>
      <TitledCard
        title="Attributes"
        actions={
          <Switch
            size="xs"
            label="Show empty"
            checked={isWithEmpty}
            onChange={event => setWithEmpty(event.currentTarget.checked)}
          />
        }
      >
        <Facts look="ruled">
          {shown.map(def => (
            <Fact key={def.name} name={labelOf(def.name)} technical={def.name}>
              <TypedValue value={entity.attributes[def.name]} def={def} />
            </Fact>
          ))}
        </Facts>
      </TitledCard>
      <div className={classes['stack']}>
        <BusinessMetadataCards entity={entity} />
        <CustomCard entity={entity} />
        {isWithSystem && <SystemCard entity={entity} />}
      </div>
    </div>
  );
}

function BusinessMetadataCards({entity}: {entity: Entity}) {
  const types = useTypes();
  const groups = Object.entries(entity.businessAttributes ?? {});
  return (
    groups
      // Owners, trust and membership have places of their own on the page.
      .filter(([group]) => !governanceGroups.has(group))
      .map(([group, values]) => {
        const defs = types.businessMetadata.get(group)?.attributeDefs ?? [];
        return (
          <TitledCard key={group} title={group}>
            <Facts look="ruled">
              {Object.entries(values).map(([name, value]) => {
                const def = defs.find(one => one.name === name);
                return (
                  <Fact key={name} name={def?.displayName ?? name} technical={name}>
                    <TypedValue value={value} def={def} />
                  </Fact>
                );
              })}
            </Facts>
          </TitledCard>
        );
      })
  );
}

/** Names and texts that somebody has made up: no type says anything about them. */
function CustomCard({entity}: {entity: Entity}) {
  const custom = Object.entries(entity.customAttributes ?? {});
  if (custom.length === 0) return null;
  return (
    <TitledCard title="Custom properties">
      <Facts look="ruled">
        {custom.map(([name, value]) => (
          <Fact key={name} name={name}>
            <ValueView value={value} />
          </Fact>
        ))}
      </Facts>
    </TitledCard>
  );
}

/** What only the server sets. */
function SystemCard({entity}: {entity: Entity}) {
  return (
    <TitledCard title="System metadata">
      <Facts look="ruled">
        <Fact name="GUID">
          <code>{entity.guid}</code>
        </Fact>
        <Fact name="Status">{entity.status.toLowerCase()}</Fact>
        <Fact name="Created">
          <When ms={entity.createTime} /> by <bdi>{entity.createdBy}</bdi>
        </Fact>
        <Fact name="Updated">
          <When ms={entity.updateTime} /> by <bdi>{entity.updatedBy}</bdi>
        </Fact>
      </Facts>
    </TitledCard>
  );
}
