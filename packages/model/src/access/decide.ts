import type {AccessRequest, EntityFacts, Names} from './access-request.ts';
import {denialOf} from './deny.ts';
import {fitsAny, fitsOne} from './policy-pattern.ts';
import type {EntityPermission, Grants, Rule} from './policy.ts';

/**
 * `because` are the rules that allow it together, such as `STEWARD.entityPermissions[0]`, or the
 * one that denies it; `until` is when the first of them ends.
 */
export type Decision = {
  readonly allowed: boolean;
  readonly because: readonly string[];
  readonly lacking?: string;
  readonly until?: number;
};

const refused: Decision = {allowed: false, because: []};

/** Whether the roles allow it and nothing denies it; what no rule allows is refused. */
export function may(grants: Grants, request: AccessRequest): Decision {
  const denial = denialOf(grants, request);
  if (denial !== undefined) return {...decidedBy([denial]), allowed: false};
  switch (request.kind) {
    case 'admin':
      return first(
        grants.adminPermissions.filter(one => fitsAny(one.privileges, request.privilege)),
      );
    case 'type':
      return mayType(grants, request);
    case 'entity':
      return mayEntity(grants, request);
    case 'relationship':
      return mayRelationship(grants, request);
    case 'editor': {
      const {privilege, engine} = request;
      return first(
        grants.editorPermissions.filter(
          one => fitsAny(one.privileges, privilege) && fitsAny(one.engines, engine),
        ),
      );
    }
  }
}

function first([one]: readonly Rule[]): Decision {
  return one === undefined ? refused : decidedBy([one]);
}

function decidedBy(rules: readonly Rule[]): Decision {
  const until = Math.min(...rules.map(one => one.until ?? Infinity));
  const because = rules.map(one => one.rule);
  return {allowed: true, because, ...(until === Infinity ? {} : {until})};
}

/** Whoever may change types may read them. */
function mayType(
  grants: Grants,
  {privilege, category, typeName}: Extract<AccessRequest, {kind: 'type'}>,
): Decision {
  const wanted =
    privilege === 'type-read'
      ? ['type-read', 'type-create', 'type-update', 'type-delete']
      : [privilege];
  return first(
    grants.typePermissions.filter(
      one =>
        wanted.some(name => fitsAny(one.privileges, name)) &&
        [category, category.toLowerCase()].some(name => fitsAny(one.typeCategories, name)) &&
        fitsAny(one.typeNames, typeName),
    ),
  );
}

function mayEntity(grants: Grants, request: Extract<AccessRequest, {kind: 'entity'}>): Decision {
  const {entity} = request;
  const rules = entityRules(grants, request).filter(
    one =>
      fitsAny(one.entityIds, entity.id) &&
      (one.ownedOnly !== true || entity.owner === grants.userName),
  );
  return covered(
    rules,
    entity.classifications.map(names => ({
      names,
      listOf: (one: EntityPermission) => one.entityClassifications,
    })),
  );
}

/** Those that fit the request, whatever the id and the classifications of the entity are. */
export function entityRules(
  grants: Grants,
  {
    privilege,
    entity,
    label,
    businessMetadata,
    classification,
  }: Omit<Extract<AccessRequest, {kind: 'entity'}>, 'kind' | 'entity'> & {
    readonly entity: Pick<EntityFacts, 'types'>;
  },
): readonly EntityPermission[] {
  return grants.entityPermissions.filter(
    one =>
      fitsAny(one.privileges, privilege) &&
      fitsOne(one.entityTypes, entity.types) &&
      fitsAny(one.labels, label) &&
      fitsAny(one.businessMetadata, businessMetadata) &&
      (classification === undefined || fitsOne(one.classifications, classification)),
  );
}

function mayRelationship(
  grants: Grants,
  {privilege, typeName, end1, end2}: Extract<AccessRequest, {kind: 'relationship'}>,
): Decision {
  const rules = grants.relationshipPermissions.filter(
    one =>
      fitsAny(one.privileges, privilege) &&
      fitsAny(one.relationshipTypes, typeName) &&
      fitsOne(one.end1EntityType, end1.types) &&
      fitsAny(one.end1EntityId, end1.id) &&
      fitsOne(one.end2EntityType, end2.types) &&
      fitsAny(one.end2EntityId, end2.id),
  );
  type Related = (typeof rules)[number];
  return covered(rules, [
    ...end1.classifications.map(names => ({
      names,
      listOf: (one: Related) => one.end1EntityClassification,
    })),
    ...end2.classifications.map(names => ({
      names,
      listOf: (one: Related) => one.end2EntityClassification,
    })),
  ]);
}

/** One rule need not name all classifications that are carried; several may do so together. */
function covered<One extends Rule>(
  rules: readonly One[],
  carried: readonly {readonly names: Names; readonly listOf: (rule: One) => readonly string[]}[],
): Decision {
  const [any] = rules;
  if (any === undefined) return refused;
  const because = new Set<One>();
  for (const {names, listOf} of carried) {
    const rule = rules.find(one => fitsOne(listOf(one), names));
    if (rule === undefined) return {...refused, lacking: `the classification ${names[0]}`};
    because.add(rule);
  }
  return decidedBy(because.size === 0 ? [any] : [...because]);
}
