import {policyPattern} from './policy-pattern.ts';

/** What may be asked for, in the words of the policy file. */
export const adminPrivileges = [
  'admin-export',
  'admin-import',
  'admin-purge',
  'admin-audits',
  'service-notification-post',
] as const;
export const typePrivileges = ['type-create', 'type-update', 'type-delete', 'type-read'] as const;
export const entityPrivileges = [
  'entity-read',
  'entity-create',
  'entity-update',
  'entity-delete',
  'entity-read-classification',
  'entity-add-classification',
  'entity-update-classification',
  'entity-remove-classification',
  'entity-add-label',
  'entity-remove-label',
  'entity-update-business-metadata',
] as const;
export const relationshipPrivileges = ['add-relationship', 'update-relationship', 'remove-relationship'] as const;

export type AdminPrivilege = (typeof adminPrivileges)[number];
export type TypePrivilege = (typeof typePrivileges)[number];
export type EntityPrivilege = (typeof entityPrivileges)[number];
export type RelationshipPrivilege = (typeof relationshipPrivileges)[number];

/** Lists of each kind of permission; each element of a list is a `PolicyPattern`. */
const lists = {
  adminPermissions: ['privileges'],
  typePermissions: ['privileges', 'typeCategories', 'typeNames'],
  entityPermissions: [
    'privileges',
    'entityTypes',
    'entityIds',
    'entityClassifications',
    'labels',
    'businessMetadata',
    'attributes',
    'classifications',
  ],
  relationshipPermissions: [
    'privileges',
    'relationshipTypes',
    'end1EntityType',
    'end1EntityId',
    'end1EntityClassification',
    'end2EntityType',
    'end2EntityId',
    'end2EntityClassification',
  ],
} as const;

type Kind = keyof typeof lists;
const kinds = Object.keys(lists) as Kind[];
const privilegesOf: Readonly<Record<Kind, readonly string[]>> = {
  adminPermissions: adminPrivileges,
  typePermissions: typePrivileges,
  entityPermissions: entityPrivileges,
  relationshipPermissions: relationshipPrivileges,
};

/** Of a list that the file leaves out there is nothing, which fits no value. */
type Permission<K extends Kind> = {readonly [Name in (typeof lists)[K][number]]: readonly string[]} & {
  /** Where it stands: `STEWARD.entityPermissions[0]`. */
  readonly rule: string;
};
export type AdminPermission = Permission<'adminPermissions'>;
export type TypePermission = Permission<'typePermissions'>;
export type EntityPermission = Permission<'entityPermissions'>;
export type RelationshipPermission = Permission<'relationshipPermissions'>;

export type Role = {readonly [K in Kind]: readonly Permission<K>[]};

/** Who may do what; whatever nothing allows is not allowed. */
export type Policy = {
  readonly roles: Readonly<Record<string, Role>>;
  readonly userRoles: Readonly<Record<string, readonly string[]>>;
  readonly groupRoles: Readonly<Record<string, readonly string[]>>;
};

/** All that roles give together, as plain data; `key` is the same for the same. */
export type Grants = Role & {readonly key: string; readonly roles: readonly string[]};

export type ReadPolicy = {
  readonly policy: Policy;
  /** What is understood, and most likely not meant. */
  readonly warnings: readonly string[];
};

/** A policy file that cannot be taken as it is, with everything that is wrong with it. */
export class PolicyError extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join('; '));
    this.name = 'PolicyError';
    this.issues = issues;
  }
}

/**
 * Reads a policy file, the parsed JSON of the simple authorizer.
 * @throws PolicyError with the path of everything that is wrong, and what is allowed there
 */
export function readPolicy(json: unknown): ReadPolicy {
  const reader = new PolicyReader();
  const file = reader.map(json, 'the policy', ['roles', 'userRoles', 'groupRoles']);
  const roles = Object.entries(reader.map(file['roles'], 'roles')).map(([name, one]) => [name, reader.role(name, one)]);
  const policy = {
    roles: Object.fromEntries(roles) as Record<string, Role>,
    userRoles: reader.assigned(file['userRoles'], 'userRoles'),
    groupRoles: reader.assigned(file['groupRoles'], 'groupRoles'),
  };
  if (reader.issues.length > 0) throw new PolicyError(reader.issues);
  return {policy, warnings: [...reader.warnings, ...unknownRoles(policy)]};
}

/** Of the roles that the user has, by name and by group. */
export function grantsOf(
  policy: Policy,
  {userName, groups}: {readonly userName: string; readonly groups: readonly string[]},
): Grants {
  const given = (of: Policy['userRoles'], name: string) => (Object.hasOwn(of, name) ? (of[name] ?? []) : []);
  const names = [given(policy.userRoles, userName), ...groups.map(group => given(policy.groupRoles, group))].flat();
  const roles = [...new Set(names)].filter(name => Object.hasOwn(policy.roles, name)).toSorted();
  const all = <K extends Kind>(kind: K): Permission<K>[] =>
    roles.flatMap(name => (policy.roles[name]?.[kind] ?? []) as readonly Permission<K>[]);
  return {
    key: JSON.stringify(roles),
    roles,
    adminPermissions: all('adminPermissions'),
    typePermissions: all('typePermissions'),
    entityPermissions: all('entityPermissions'),
    relationshipPermissions: all('relationshipPermissions'),
  };
}

function unknownRoles({roles, userRoles, groupRoles}: Policy): string[] {
  return Object.entries({userRoles, groupRoles}).flatMap(([part, assigned]) =>
    Object.entries(assigned).flatMap(([who, names]) =>
      names.flatMap((name, i) =>
        Object.hasOwn(roles, name) ? [] : [`${part}.${who}[${i}]: there is no role ${name}, so it gives nothing`],
      ),
    ),
  );
}

class PolicyReader {
  readonly issues: string[] = [];
  readonly warnings: string[] = [];

  /** What is no object is noted and read as an empty one; names beside `allowed` are noted. */
  map(json: unknown, path: string, allowed?: readonly string[]): Record<string, unknown> {
    if (json === undefined || json === null) return {};
    if (typeof json !== 'object' || Array.isArray(json)) {
      this.issues.push(`${path}: expected an object`);
      return {};
    }
    for (const name of Object.keys(json)) {
      if (allowed?.includes(name) === false) {
        this.issues.push(`${path}: ${name} is not known here; allowed are ${allowed.join(', ')}`);
      }
    }
    return json as Record<string, unknown>;
  }

  assigned(json: unknown, path: string): Record<string, readonly string[]> {
    const entries = Object.entries(this.map(json, path));
    return Object.fromEntries(entries.map(([who, roles]) => [who, this.#texts(roles, `${path}.${who}`)]));
  }

  role(name: string, json: unknown): Role {
    const path = `roles.${name}`;
    const given = this.map(json, path, kinds);
    const read = <K extends Kind>(kind: K): Permission<K>[] =>
      this.#list(given[kind], `${path}.${kind}`).map((one, i) => this.#permission(kind, `${name}.${kind}[${i}]`, one));
    return {
      adminPermissions: read('adminPermissions'),
      typePermissions: read('typePermissions'),
      entityPermissions: read('entityPermissions'),
      relationshipPermissions: read('relationshipPermissions'),
    };
  }

  #permission<K extends Kind>(kind: K, rule: string, json: unknown): Permission<K> {
    const path = `roles.${rule}`;
    const names: readonly string[] = lists[kind];
    const given = this.map(json, path, names);
    const read = names.map(name => [name, this.#patterns(given[name], `${path}.${name}`)] as const);
    const permission = {...Object.fromEntries(read), rule} as Record<string, readonly string[]> & {rule: string};
    this.#checkPrivileges(permission['privileges'] ?? [], kind, path);
    // Files of older versions call them so, from before there were permissions for single classifications.
    if (kind === 'entityPermissions' && given['entityClassifications'] === undefined && 'classifications' in given) {
      permission['entityClassifications'] = permission['classifications'] ?? [];
    }
    for (const name of missing(kind, given)) {
      this.warnings.push(`${path}: without ${name} it allows nothing that has any`);
    }
    return permission as unknown as Permission<K>;
  }

  /** What allows nothing at all is a slip of the pen; in a policy that is found out too late. */
  #checkPrivileges(privileges: readonly string[], kind: Kind, path: string): void {
    if (privileges.length === 0) this.warnings.push(`${path}: without privileges it allows nothing`);
    privileges.forEach((text, i) => {
      const pattern = this.#pattern(text);
      if (pattern !== undefined && !privilegesOf[kind].some(pattern.fits)) {
        this.issues.push(`${path}.privileges[${i}]: ${text} is none of ${privilegesOf[kind].join(', ')}`);
      }
    });
  }

  #patterns(json: unknown, path: string): readonly string[] {
    const texts = this.#texts(json, path);
    texts.forEach((text, i) => {
      try {
        policyPattern(text);
      } catch (error) {
        this.issues.push(`${path}[${i}]: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
    return texts;
  }

  #pattern(text: string) {
    try {
      return policyPattern(text);
    } catch {
      // It is told where the list is read.
      return undefined;
    }
  }

  #texts(json: unknown, path: string): readonly string[] {
    return this.#list(json, path).map((one, i) => {
      if (typeof one !== 'string') this.issues.push(`${path}[${i}]: expected a text`);
      return String(one);
    });
  }

  #list(json: unknown, path: string): readonly unknown[] {
    if (json === undefined || json === null) return [];
    if (Array.isArray(json)) return json;
    this.issues.push(`${path}: expected a list`);
    return [];
  }
}

/** Lists without which a permission fits next to nothing. */
function missing(kind: Kind, given: Record<string, unknown>): string[] {
  const needed: Readonly<Record<Kind, readonly string[]>> = {
    adminPermissions: [],
    typePermissions: ['typeCategories', 'typeNames'],
    entityPermissions: ['entityTypes', 'entityIds'],
    relationshipPermissions: ['relationshipTypes', 'end1EntityType', 'end1EntityId', 'end2EntityType', 'end2EntityId'],
  };
  return needed[kind].filter(name => given[name] === undefined);
}
