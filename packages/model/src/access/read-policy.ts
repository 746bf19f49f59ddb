import {policyPattern} from './policy-pattern.ts';
import {entityPrivileges, permissionKinds, permissionLists, privilegesOf} from './policy.ts';
import type {
  RoleAssignment,
  Denials,
  Exceptions,
  Permission,
  PermissionKind,
  Policy,
  Role,
} from './policy.ts';

export type ReadPolicy = {
  readonly policy: Policy;
  /** What is understood, and most likely not meant. */
  readonly warnings: readonly string[];
};

/**
 * Reads a policy file, the parsed JSON of the simple authorizer.
 * @throws Error with the path of everything that is wrong, and what is allowed there
 */
export function readPolicy(json: unknown): ReadPolicy {
  const reader = new PolicyReader();
  const file = reader.map(json, 'the policy', ['roles', 'userRoles', 'groupRoles', 'deny']);
  const roles = Object.entries(reader.map(file['roles'], 'roles')).map(([name, one]) => [
    name,
    reader.role(name, one),
  ]);
  const policy = {
    roles: Object.fromEntries(roles) as Record<string, Role>,
    userRoles: reader.assigned(file['userRoles'], 'userRoles'),
    groupRoles: reader.assigned(file['groupRoles'], 'groupRoles'),
    deny: reader.denials('', file['deny']),
  };
  if (reader.issues.length > 0) throw new Error(reader.issues.join('; '));
  return {policy, warnings: [...reader.warnings, ...unknownRoles(policy)]};
}

function unknownRoles({roles, userRoles, groupRoles}: Policy): string[] {
  return Object.entries({userRoles, groupRoles}).flatMap(([part, assigned]) =>
    Object.entries(assigned).flatMap(([who, names]) =>
      names.flatMap(({role}, i) =>
        Object.hasOwn(roles, role)
          ? []
          : [`${part}.${who}[${i}]: there is no role ${role}, so it gives nothing`],
      ),
    ),
  );
}

/** Lists that count for some privileges alone, by the word that these have in their names. */
const aboutWord = {
  labels: 'label',
  businessMetadata: 'business-metadata',
  classifications: '-classification',
} as const;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

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

  assigned(json: unknown, path: string): Record<string, readonly RoleAssignment[]> {
    const entries = Object.entries(this.map(json, path));
    return Object.fromEntries(
      entries.map(([who, roles]) => [
        who,
        this.#list(roles, `${path}.${who}`).map((one, i) =>
          this.#assignment(one, `${path}.${who}[${i}]`),
        ),
      ]),
    );
  }

  /** The name of a role or, where it ends some time, `{"role": …, "until": …}`. */
  #assignment(json: unknown, path: string): RoleAssignment {
    if (typeof json !== 'object' || json === null) return {role: this.#text(json, path)};
    const given = this.map(json, path, ['role', 'until']);
    return {role: this.#text(given['role'], `${path}.role`), ...this.#end(given['until'], path)};
  }

  role(name: string, json: unknown): Role {
    const given = this.map(json, `roles.${name}`, [...permissionKinds, 'deny']);
    const read = <K extends PermissionKind>(kind: K) =>
      this.#rules(`roles.${name}.`, kind, given[kind]).map(([path, one]) =>
        this.#permission(kind, path, one),
      );
    return {
      adminPermissions: read('adminPermissions'),
      typePermissions: read('typePermissions'),
      entityPermissions: read('entityPermissions'),
      relationshipPermissions: read('relationshipPermissions'),
      editorPermissions: read('editorPermissions'),
      deny: this.denials(`roles.${name}.`, given['deny']),
    };
  }

  /** @param within what the rules are part of: nothing, or `roles.READER.` */
  denials(within: string, json: unknown): Denials {
    const path = `${within}deny`;
    const given = this.map(json, path, permissionKinds);
    const read = <K extends PermissionKind>(kind: K) =>
      this.#rules(`${path}.`, kind, given[kind]).map(([at, one]) => this.#denial(kind, at, one));
    return {
      adminPermissions: read('adminPermissions'),
      typePermissions: read('typePermissions'),
      entityPermissions: read('entityPermissions'),
      relationshipPermissions: read('relationshipPermissions'),
      editorPermissions: read('editorPermissions'),
    };
  }

  #rules(within: string, kind: PermissionKind, json: unknown): [string, unknown][] {
    return this.#list(json, within + kind).map((one, i) => [`${within}${kind}[${i}]`, one]);
  }

  #permission<K extends PermissionKind>(kind: K, path: string, json: unknown): Permission<K> {
    const names: readonly string[] = permissionLists[kind];
    const beside = kind === 'entityPermissions' ? ['until', 'ownedOnly'] : ['until'];
    const given = this.map(json, path, [...names, ...beside]);
    const permission = this.#patternLists(names, given, path, []);
    this.#checkPrivileges(permission['privileges'] ?? [], kind, path);
    // Files of older versions call them so, from before there were permissions for single
    // classifications.
    if (
      kind === 'entityPermissions' &&
      given['entityClassifications'] === undefined &&
      'classifications' in given
    ) {
      permission['entityClassifications'] = permission['classifications'] ?? [];
    }
    for (const name of missing(kind, given)) {
      this.warnings.push(`${path}: without ${name} it allows nothing that has any`);
    }
    const {ownedOnly} = given;
    if (ownedOnly !== undefined && typeof ownedOnly !== 'boolean') {
      this.issues.push(`${path}.ownedOnly: expected true or false`);
    }
    const rule = path.replace(/^roles\./, '');
    return {
      ...permission,
      rule,
      ...this.#end(given['until'], path),
      ...(ownedOnly === true ? {ownedOnly} : {}),
    } as unknown as Permission<K>;
  }

  /**
   * What it leaves out is denied whatever it is: a rule that was meant to keep people out does so
   * if in doubt.
   */
  #denial<K extends PermissionKind>(
    kind: K,
    path: string,
    json: unknown,
  ): Permission<K> & {except: Exceptions} {
    const names: readonly string[] = permissionLists[kind];
    const given = this.map(json, path, [
      ...names,
      'until',
      'exceptUsers',
      'exceptGroups',
      'exceptRoles',
    ]);
    const lists = this.#patternLists(names, given, path, ['.*']);
    if (given['privileges'] === undefined)
      this.issues.push(`${path}: expected privileges, those that are denied`);
    else this.#checkPrivileges(lists['privileges'] ?? [], kind, path);
    for (const name of names.filter(one => lists[one]?.length === 0)) {
      this.issues.push(
        `${path}.${name}: an empty list denies nothing; leave it out to deny whatever it is`,
      );
    }
    for (const [name, word] of Object.entries(kind === 'entityPermissions' ? aboutWord : {})) {
      const about = entityPrivileges.filter(one => one.includes(word));
      if (
        given[name] === undefined ||
        about.some(one => this.#fitsAny(lists['privileges'] ?? [], one))
      )
        continue;
      this.issues.push(
        `${path}.${name}: none of the privileges is about it, so this would deny nothing`,
      );
    }
    const except = {
      users: this.#texts(given['exceptUsers'], `${path}.exceptUsers`),
      groups: this.#texts(given['exceptGroups'], `${path}.exceptGroups`),
      roles: this.#texts(given['exceptRoles'], `${path}.exceptRoles`),
    };
    const rule = path.replace(/^roles\./, '');
    return {
      ...lists,
      rule,
      except,
      ...this.#end(given['until'], path),
    } as unknown as Permission<K> & {
      except: Exceptions;
    };
  }

  /** @param absent what stands for a list that is left out */
  #patternLists(
    names: readonly string[],
    given: Record<string, unknown>,
    path: string,
    absent: readonly string[],
  ): Record<string, readonly string[]> {
    const listOf = (name: string) =>
      given[name] === undefined ? absent : this.#patterns(given[name], `${path}.${name}`);
    return Object.fromEntries(names.map(name => [name, listOf(name)]));
  }

  /** A time without its zone would end at another hour at each server. */
  #end(json: unknown, path: string): {until?: number} {
    if (json === undefined) return {};
    const until = typeof json === 'string' && dateTime.test(json) ? Date.parse(json) : NaN;
    if (Number.isNaN(until)) {
      this.issues.push(
        `${path}.until: expected a date and time with its zone, such as 2030-12-31T18:00:00Z`,
      );
    }
    return {until};
  }

  /** What allows nothing at all is a slip of the pen; in a policy that is found out too late. */
  #checkPrivileges(privileges: readonly string[], kind: PermissionKind, path: string): void {
    if (privileges.length === 0)
      this.warnings.push(`${path}: without privileges it allows nothing`);
    privileges.forEach((text, i) => {
      const pattern = this.#pattern(text);
      if (pattern !== undefined && !privilegesOf[kind].some(pattern.fits)) {
        this.issues.push(
          `${path}.privileges[${i}]: ${text} is none of ${privilegesOf[kind].join(', ')}`,
        );
      }
    });
  }

  #patterns(json: unknown, path: string): readonly string[] {
    const texts = this.#texts(json, path);
    texts.forEach((text, i) => {
      try {
        policyPattern(text);
      } catch (error) {
        this.issues.push(
          `${path}[${i}]: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    });
    return texts;
  }

  #fitsAny(texts: readonly string[], value: string): boolean {
    return texts.some(text => this.#pattern(text)?.fits(value));
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
    return this.#list(json, path).map((one, i) => this.#text(one, `${path}[${i}]`));
  }

  #text(json: unknown, path: string): string {
    if (typeof json !== 'string') this.issues.push(`${path}: expected a text`);
    return String(json);
  }

  #list(json: unknown, path: string): readonly unknown[] {
    if (json === undefined || json === null) return [];
    if (Array.isArray(json)) return json;
    this.issues.push(`${path}: expected a list`);
    return [];
  }
}

/** Lists without which a permission fits next to nothing. */
function missing(kind: PermissionKind, given: Record<string, unknown>): string[] {
  const needed: Readonly<Record<PermissionKind, readonly string[]>> = {
    adminPermissions: [],
    typePermissions: ['typeCategories', 'typeNames'],
    entityPermissions: ['entityTypes', 'entityIds'],
    relationshipPermissions: [
      'relationshipTypes',
      'end1EntityType',
      'end1EntityId',
      'end2EntityType',
      'end2EntityId',
    ],
    editorPermissions: ['engines'],
  };
  return needed[kind].filter(name => given[name] === undefined);
}
