import type {Actor, DecisionAudit, PolicyFile, PolicyState, Who} from '@gazetteer/server';
import {
  adminPrivileges,
  entityPrivileges,
  fitsAny,
  grantsOf,
  isForAll,
  may,
  refusal,
  relationshipPrivileges,
  typePrivileges,
  type AdminPrivilege,
  type EntityPermission,
  type EntityPrivilege,
  type Grants,
} from '@gazetteer/model';

/**
 * Who may do what, on the thread that talks to clients. Without a policy everybody who is logged in
 * may do everything.
 */
export class Authorizer {
  readonly #file: PolicyFile | undefined;
  readonly #now: () => number;
  #version = 0;
  readonly #grants = new Map<string, Grants>();

  readonly #decisions: DecisionAudit | undefined;

  constructor(file?: PolicyFile, decisions?: DecisionAudit, now: () => number = Date.now) {
    this.#file = file;
    this.#decisions = decisions;
    this.#now = now;
  }

  /** Undefined without a policy. */
  get state(): PolicyState | undefined {
    return this.#file?.state;
  }

  /** Of the policy as it is now; undefined for everything. */
  grantsOf({userName, groups}: Actor): Grants | undefined {
    if (this.#file === undefined) return undefined;
    const {policy} = this.#file;
    const {version} = this.#file.state;
    if (version !== this.#version || this.#grants.size > 1000) this.#grants.clear();
    this.#version = version;
    const who = JSON.stringify([userName, groups]);
    const now = this.#now();
    let grants = this.#grants.get(who);
    if (grants === undefined || (grants.until ?? Infinity) <= now) {
      const given = grantsOf(policy, {userName, groups}, now);
      grants = {...given, key: `${version} ${given.key}`};
      this.#grants.set(who, grants);
    }
    return grants;
  }

  /** What they would have if no rule ever ended. */
  grantsWithEnded({userName, groups}: Actor): Grants | undefined {
    return this.#file && grantsOf(this.#file.policy, {userName, groups}, -Infinity);
  }

  /** Whether the actor may do this with some entity, whichever: what a page offers at all. */
  mayWithSome(actor: Actor, privilege: EntityPrivilege): boolean {
    const grants = this.grantsOf(actor);
    if (grants === undefined) return true;
    const isMeant = (one: EntityPermission) => fitsAny(one.privileges, privilege);
    return (
      grants.entityPermissions.some(isMeant) &&
      !grants.deny.entityPermissions.some(one => isMeant(one) && isForAll(one))
    );
  }

  /** All that the actor may do with something, whatever: what pages offer. */
  privilegesOf(actor: Actor): readonly string[] {
    const grants = this.grantsOf(actor);
    const given = (
      privileges: readonly string[],
      rules: readonly {privileges: readonly string[]}[] = [],
    ) =>
      grants === undefined
        ? privileges
        : privileges.filter(one => rules.some(rule => fitsAny(rule.privileges, one)));
    return [
      ...adminPrivileges.filter(one => this.mayAs(actor, one)),
      ...entityPrivileges.filter(one => this.mayWithSome(actor, one)),
      ...given(typePrivileges, grants?.typePermissions),
      ...given(relationshipPrivileges, grants?.relationshipPermissions),
    ];
  }

  /** Whether the actor has a privilege of administrators. */
  mayAs(actor: Actor, privilege: AdminPrivilege): boolean {
    const grants = this.grantsOf(actor);
    return grants === undefined || may(grants, {kind: 'admin', privilege}).allowed;
  }

  /**
   * Asks for a privilege of administrators; what comes of it is recorded.
   * @throws UNAUTHORIZED_ACCESS
   */
  check(caller: Who & {readonly actor: Actor}, privilege: AdminPrivilege, text: string): void {
    const grants = this.grantsOf(caller.actor);
    if (grants === undefined) return;
    // What people ran is told by the editor, on its own account.
    if (caller.actor.isNeighbour === true && privilege === 'service-notification-post') return;
    const {allowed, because} = may(grants, {kind: 'admin', privilege});
    if (allowed) {
      this.#decisions?.allowed(caller, text, because);
      return;
    }
    const error = refusal(caller.actor.userName, [{what: text, rule: because[0]}]);
    this.#decisions?.refused(caller, error);
    throw error;
  }
}
