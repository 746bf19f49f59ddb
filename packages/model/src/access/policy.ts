/** What may be asked for, in the words of the policy file. */
export const adminPrivileges = [
  'admin-export',
  'admin-import',
  'admin-purge',
  'admin-audits',
  'admin-usage',
  'admin-subscriptions',
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
export const relationshipPrivileges = [
  'add-relationship',
  'update-relationship',
  'remove-relationship',
] as const;
/** What is done in the editor: use an engine, download results, share them or queries. */
export const editorPrivileges = ['editor-use', 'editor-download', 'editor-share'] as const;

export type AdminPrivilege = (typeof adminPrivileges)[number];
export type TypePrivilege = (typeof typePrivileges)[number];
export type EntityPrivilege = (typeof entityPrivileges)[number];
export type RelationshipPrivilege = (typeof relationshipPrivileges)[number];
export type EditorPrivilege = (typeof editorPrivileges)[number];

/** Lists of each kind of permission; each element of a list is a `PolicyPattern`. */
export const permissionLists = {
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
  editorPermissions: ['privileges', 'engines'],
} as const;

export type PermissionKind = keyof typeof permissionLists;
export const permissionKinds = Object.keys(permissionLists) as PermissionKind[];
export const privilegesOf: Readonly<Record<PermissionKind, readonly string[]>> = {
  adminPermissions: adminPrivileges,
  typePermissions: typePrivileges,
  entityPermissions: entityPrivileges,
  relationshipPermissions: relationshipPrivileges,
  editorPermissions: editorPrivileges,
};

/** What all kinds of permission have. */
export type Rule = {
  readonly privileges: readonly string[];
  /** Where it stands: `STEWARD.entityPermissions[0]`. */
  readonly rule: string;
  /** When it ends, in milliseconds; it holds for ever when there is none. */
  readonly until?: number;
};

/**
 * Of a list that the file leaves out there is nothing, which fits no value; in a rule that denies
 * everything, which fits any.
 */
export type Permission<K extends PermissionKind> = {
  readonly [Name in (typeof permissionLists)[K][number]]: readonly string[];
} & Rule & {
    /** It is about entities alone whose attribute `owner` is whoever asks. */
    readonly ownedOnly?: boolean;
  };
export type EntityPermission = Permission<'entityPermissions'>;
export type RelationshipPermission = Permission<'relationshipPermissions'>;

export type Permissions = {readonly [K in PermissionKind]: readonly Permission<K>[]};

/** Whom a rule that denies is not about, by exact names. */
export type Exceptions = {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
};
type Excepting = {readonly except: Exceptions};
export type Denials = {readonly [K in PermissionKind]: readonly (Permission<K> & Excepting)[]};

export type Role = Permissions & {readonly deny: Denials};

/** A role that somebody has, for ever or until then. */
export type RoleAssignment = {readonly role: string; readonly until?: number};
type RoleAssignments = Readonly<Record<string, readonly RoleAssignment[]>>;

/**
 * Who may do what; whatever nothing allows is not allowed, and what something denies is not allowed
 * either.
 */
export type Policy = {
  readonly roles: Readonly<Record<string, Role>>;
  readonly userRoles: RoleAssignments;
  readonly groupRoles: RoleAssignments;
  /** For everybody. */
  readonly deny: Denials;
};

/**
 * Whether a policy says what may be done in the editor; else that is everything that it does not
 * deny.
 */
export function allowsInEditor({roles}: Policy): boolean {
  return Object.values(roles).some(role => role.editorPermissions.length > 0);
}

/** All that roles give together, as plain data; `key` is the same for the same. */
export type Grants = Permissions & {
  readonly key: string;
  readonly userName: string;
  readonly roles: readonly string[];
  readonly deny: Permissions;
  /** When the next of the rules ends: from then on it must be asked for anew. */
  readonly until?: number;
};

type Person = {readonly userName: string; readonly groups: readonly string[]};

/**
 * Of the roles that somebody has, by name and by group, and of what is denied to everybody.
 * @param now rules that ended before are left out; `-Infinity` for those as well
 */
export function grantsOf(policy: Policy, person: Person, now: number): Grants {
  const ends = rolesOf(policy, person, now);
  const roles = [...ends.keys()].toSorted();
  const used: Rule[] = [];
  const holding = <One extends Rule>(rules: readonly One[], end = Infinity): One[] =>
    rules.flatMap(one => {
      const until = Math.min(end, one.until ?? Infinity);
      if (until <= now) return [];
      const rule = until === Infinity ? one : {...one, until};
      used.push(rule);
      return [rule];
    });
  const ofRole = <One extends Rule>(list: (role: Role) => readonly One[]): One[] =>
    roles.flatMap(name =>
      holding(policy.roles[name] === undefined ? [] : list(policy.roles[name]), ends.get(name)),
    );
  const denials = [policy.deny, ...roles.flatMap(name => policy.roles[name]?.deny ?? [])];
  const denied = <One extends Rule & Excepting>(list: (one: Denials) => readonly One[]): One[] =>
    holding(denials.flatMap(list).filter(one => !isExcepted(one.except, person, ends)));
  const given = {
    adminPermissions: ofRole(one => one.adminPermissions),
    typePermissions: ofRole(one => one.typePermissions),
    entityPermissions: ofRole(one => one.entityPermissions),
    relationshipPermissions: ofRole(one => one.relationshipPermissions),
    editorPermissions: ofRole(one => one.editorPermissions),
    deny: {
      adminPermissions: denied(one => one.adminPermissions),
      typePermissions: denied(one => one.typePermissions),
      entityPermissions: denied(one => one.entityPermissions),
      relationshipPermissions: denied(one => one.relationshipPermissions),
      editorPermissions: denied(one => one.editorPermissions),
    },
  };
  const until = Math.min(...used.map(one => one.until ?? Infinity));
  const key = JSON.stringify([person.userName, used.map(one => one.rule)]);
  return {key, userName: person.userName, roles, ...given, ...(until === Infinity ? {} : {until})};
}

/** Each with its end, which is the last where somebody has it several times. */
function rolesOf(
  {roles, userRoles, groupRoles}: Policy,
  {userName, groups}: Person,
  now: number,
): Map<string, number> {
  const given = (of: RoleAssignments, name: string) =>
    Object.hasOwn(of, name) ? (of[name] ?? []) : [];
  const ends = new Map<string, number>();
  for (const {role, until = Infinity} of [
    given(userRoles, userName),
    ...groups.map(one => given(groupRoles, one)),
  ].flat()) {
    if (Object.hasOwn(roles, role) && until > now)
      ends.set(role, Math.max(until, ends.get(role) ?? until));
  }
  return ends;
}

function isExcepted(
  except: Exceptions,
  {userName, groups}: Person,
  roles: ReadonlyMap<string, unknown>,
): boolean {
  return (
    except.users.includes(userName) ||
    groups.some(group => except.groups.includes(group)) ||
    except.roles.some(role => roles.has(role))
  );
}
