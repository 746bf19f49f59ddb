import type {RelationshipEndDef} from '@gazetteer/model';
import {When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {useMemo} from 'react';
import {metricsQuery} from '../../api/queries.ts';
import type {TypeIndex} from '../../api/type-index.ts';
import {Fact, Facts} from '../../entity/facts.tsx';
import {TitledCard} from '../../entity/titled-card.tsx';
import {HierarchyPicture} from './hierarchy-picture.tsx';
import {countsOf, propagation, typeNamed, usesOf} from './type-kinds.ts';
import {TypeName, TypeNames} from './type-name.tsx';
import {type AnyType, subTypesIn, superTypesIn} from './type-parts.ts';
import classes from './types.module.css';

/** What the type is, and how many entities there are of it. */
export function FactsCard({def}: {def: AnyType}) {
  const {data} = useSuspenseQuery(metricsQuery).data;
  const counts = countsOf(data, def.category);
  return (
    <TitledCard title="About">
      <Facts>
        {/* Types without a description get their name for one. */}
        {def.description !== '' && def.description !== def.name && (
          <Fact name="Description">
            <span dir="auto">{def.description}</span>
          </Fact>
        )}
        {counts !== undefined && (
          <Fact name={def.category === 'ENTITY' ? 'Entities' : 'Direct assignments'}>
            {(counts[def.name] ?? 0).toLocaleString()}
          </Fact>
        )}
        {'entityTypes' in def && (
          <Fact name="Applies to">
            {def.entityTypes.length === 0 ? 'any entity' : <TypeNames names={def.entityTypes} />}
          </Fact>
        )}
        {'endDef1' in def && <Fact name="Kind">{def.relationshipCategory.toLowerCase()}</Fact>}
        {'endDef1' in def && <Fact name="Classifications">{propagation[def.propagateTags]}</Fact>}
        {'defaultValue' in def && def.defaultValue !== undefined && (
          <Fact name="Default">{def.defaultValue}</Fact>
        )}
        {Object.entries(def.options ?? {}).map(([name, value]) => (
          <Fact key={name} name={name}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
        <Fact name="Version">
          {def.version} ({def.typeVersion})
        </Fact>
        <Fact name="Created">
          <When ms={def.createTime} /> by <bdi>{def.createdBy}</bdi>
        </Fact>
        <Fact name="Updated">
          <When ms={def.updateTime} /> by <bdi>{def.updatedBy}</bdi>
        </Fact>
      </Facts>
    </TitledCard>
  );
}

/** All types that it extends, however far up, and those that extend it directly. */
export function HierarchyCard({def, types}: {def: AnyType; types: TypeIndex}) {
  // The whole tree is on the page of all types.
  const near = useMemo(() => {
    const below = subTypesIn(def).flatMap(name => typeNamed(types, name) ?? []);
    return [...types.lineOf(def.name), ...below] as readonly AnyType[];
  }, [def, types]);
  if (superTypesIn(def).length === 0 && subTypesIn(def).length === 0) return null;
  return (
    <TitledCard title="Type hierarchy">
      <HierarchyPicture
        defs={near}
        current={def.name}
        label={`Supertypes and subtypes of ${def.name}`}
        maxHeight="min(24rem, 60vh)"
      />
    </TitledCard>
  );
}

/**
 * One end of a relationship: which entities stand there, and under what attribute they see the
 * other.
 */
export function EndCard({end, title}: {end: RelationshipEndDef; title: string}) {
  return (
    <TitledCard title={title}>
      <Facts>
        <Fact name="Type">
          <TypeName name={end.type} />
        </Fact>
        <Fact name="Its attribute">
          <bdi>{end.name}</bdi>
        </Fact>
        <Fact name="Holds">
          {end.cardinality === 'SINGLE' ? 'one' : end.cardinality === 'SET' ? 'a set' : 'a list'}
        </Fact>
        {end.isContainer && <Fact name="Contains">deleting it deletes the other end</Fact>}
        {end.description !== undefined && end.description !== '' && (
          <Fact name="Description">
            <span dir="auto">{end.description}</span>
          </Fact>
        )}
      </Facts>
    </TitledCard>
  );
}

/** Other types that name this one, and what they need it for. */
export function UsesCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const uses = useMemo(() => usesOf(types, def.name), [types, def.name]);
  if (uses.length === 0) return null;
  return (
    <TitledCard title="Used by" count={uses.length}>
      <ul className={classes['list']}>
        {uses.map(({name, how}) => (
          <li key={`${name} ${how}`}>
            <span>
              <TypeName name={name} />: <bdi>{how}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
