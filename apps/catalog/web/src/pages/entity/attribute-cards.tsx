import {Switch} from '@mantine/core';
import type {AttributeDef} from '@gazetteer/model';
import {governanceGroups} from '@gazetteer/model/asset';
import {useStored, When} from '@gazetteer/ui';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {Properties, Property} from '../../entity/properties.tsx';
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
        <Properties>
          {shown.map(def => (
            <Property key={def.name} name={labelOf(def.name)} technical={def.name}>
              <TypedValue value={entity.attributes[def.name]} def={def} />
            </Property>
          ))}
        </Properties>
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
      // !governanceGroups => Owners, trust and membership have places of their own on the page.
      .filter(([group]) => !governanceGroups.has(group))
      .map(([group, values]) => {
        const defs = types.businessMetadata.get(group)?.attributeDefs ?? [];
        return (
          <TitledCard key={group} title={group}>
            <Properties>
              {Object.entries(values).map(([name, value]) => {
                const def = defs.find(one => one.name === name);
                return (
                  <Property key={name} name={def?.displayName ?? name} technical={name}>
                    <TypedValue value={value} def={def} />
                  </Property>
                );
              })}
            </Properties>
          </TitledCard>
        );
      })
  );
}

function CustomCard({entity}: {entity: Entity}) {
  const custom = Object.entries(entity.customAttributes ?? {});
  if (custom.length === 0) return null;
  return (
    <TitledCard title="Custom properties">
      <Properties>
        {custom.map(([name, value]) => (
          <Property key={name} name={name}>
            <ValueView value={value} />
          </Property>
        ))}
      </Properties>
    </TitledCard>
  );
}

function SystemCard({entity}: {entity: Entity}) {
  return (
    <TitledCard title="System metadata">
      <Properties>
        <Property name="GUID">
          <code>{entity.guid}</code>
        </Property>
        <Property name="Status">{entity.status.toLowerCase()}</Property>
        <Property name="Created">
          <When ms={entity.createTime} /> by <bdi>{entity.createdBy}</bdi>
        </Property>
        <Property name="Updated">
          <When ms={entity.updateTime} /> by <bdi>{entity.updatedBy}</bdi>
        </Property>
      </Properties>
    </TitledCard>
  );
}
