import {fitsAny} from './policy-pattern.ts';
import {
  entityPrivileges,
  type AdminPrivilege,
  type EntityPermission,
  type EntityPrivilege,
  type Grants,
  type RelationshipPrivilege,
  type TypePrivilege,
} from './policy.ts';

/** A type or a classification by all names that a policy may call it: its own and those of its ancestors. */
export type Names = readonly string[];

/** What of an entity a policy looks at. */
export type EntityFacts = {
  readonly types: Names;
  /** Value of its unique attribute; undefined when it has none, which every list fits. */
  readonly id: string | undefined;
  /** All that it carries. */
  readonly classifications: readonly Names[];
};

/** Something that somebody wants to do. */
export type AccessRequest =
  | {readonly kind: 'admin'; readonly privilege: AdminPrivilege}
  | {readonly kind: 'type'; readonly privilege: TypePrivilege; readonly category: string; readonly typeName: string}
  | {
      readonly kind: 'entity';
      readonly privilege: EntityPrivilege;
      readonly entity: EntityFacts;
      /** What the privilege is about, where it is about labels, business metadata or classifications. */
      readonly label?: string;
      readonly businessMetadata?: string;
      readonly classification?: Names;
    }
  | {
      readonly kind: 'relationship';
      readonly privilege: RelationshipPrivilege;
      readonly typeName: string;
      readonly end1: EntityFacts;
      readonly end2: EntityFacts;
    };

/** `because` are the rules that allow it together, such as `STEWARD.entityPermissions[0]`. */
export type Decision = {readonly allowed: boolean; readonly because: readonly string[]; readonly lacking?: string};

const changing = entityPrivileges.filter(one => !one.startsWith('entity-read'));

const refused: Decision = {allowed: false, because: []};

/** Whether the roles allow it; what no rule allows is refused. */
export function may(grants: Grants, request: AccessRequest): Decision {
  switch (request.kind) {
    case 'admin':
      return first(grants.adminPermissions.filter(one => fitsAny(one.privileges, request.privilege)));
    case 'type':
      return mayType(grants, request);
    case 'entity':
      return mayEntity(grants, request);
    case 'relationship':
      return mayRelationship(grants, request);
  }
}

function first(rules: readonly {readonly rule: string}[]): Decision {
  const [one] = rules;
  return one === undefined ? refused : {allowed: true, because: [one.rule]};
}

/** Whoever may change types may read them. */
function mayType(grants: Grants, {privilege, category, typeName}: Extract<AccessRequest, {kind: 'type'}>): Decision {
  const wanted = privilege === 'type-read' ? ['type-read', 'type-create', 'type-update', 'type-delete'] : [privilege];
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
  const rules = entityRules(grants, request).filter(one => fitsAny(one.entityIds, entity.id));
  return covered(
    rules,
    entity.classifications.map(names => ({names, listOf: (one: EntityPermission) => one.entityClassifications})),
  );
}

/** Whether some rule allows a change of the entity, or a relationship with it, whatever that is: such people know of it. */
export function mayTouch(grants: Grants, {types, id, classifications}: EntityFacts): boolean {
  const fits = (ofType: readonly string[], ids: readonly string[], carried: readonly string[]) =>
    fitsOne(ofType, types) && fitsAny(ids, id) && classifications.every(names => fitsOne(carried, names));
  return (
    grants.entityPermissions.some(
      one => fitsOne(one.privileges, changing) && fits(one.entityTypes, one.entityIds, one.entityClassifications),
    ) ||
    grants.relationshipPermissions.some(
      one =>
        fits(one.end1EntityType, one.end1EntityId, one.end1EntityClassification) ||
        fits(one.end2EntityType, one.end2EntityId, one.end2EntityClassification),
    )
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
  }: Omit<Extract<AccessRequest, {kind: 'entity'}>, 'kind' | 'entity'> & {readonly entity: Pick<EntityFacts, 'types'>},
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
  type Rule = (typeof rules)[number];
  return covered(rules, [
    ...end1.classifications.map(names => ({names, listOf: (one: Rule) => one.end1EntityClassification})),
    ...end2.classifications.map(names => ({names, listOf: (one: Rule) => one.end2EntityClassification})),
  ]);
}

/** One rule need not name all classifications that are carried; several may do so together. */
function covered<Rule extends {readonly rule: string}>(
  rules: readonly Rule[],
  carried: readonly {readonly names: Names; readonly listOf: (rule: Rule) => readonly string[]}[],
): Decision {
  if (rules.length === 0) return refused;
  const because = new Set<string>();
  for (const {names, listOf} of carried) {
    const rule = rules.find(one => fitsOne(listOf(one), names));
    if (rule === undefined) return {...refused, lacking: `the classification ${names[0]}`};
    because.add(rule.rule);
  }
  if (because.size === 0) because.add(rules[0]?.rule ?? '');
  return {allowed: true, because: [...because]};
}

/** Whether the list has one of the names. */
export function fitsOne(patterns: readonly string[], names: Names): boolean {
  return names.some(name => fitsAny(patterns, name));
}
