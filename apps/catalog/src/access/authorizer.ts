import {
  fitsAny,
  grantsOf,
  may,
  refusal,
  type AccessRequest,
  type AdminPrivilege,
  type EntityPrivilege,
  type Grants,
} from '@gazetteer/model';
import type {Actor} from '../catalog.ts';
import type {PolicyFile, PolicyState} from './policy-file.ts';

/** Who may do what, on the thread that talks to clients. Without a policy everybody who is logged in may do everything. */
export class Authorizer {
  readonly #file: PolicyFile | undefined;
  #version = 0;
  readonly #grants = new Map<string, Grants>();

  constructor(file?: PolicyFile) {
    this.#file = file;
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
    let grants = this.#grants.get(who);
    if (grants === undefined) {
      const given = grantsOf(policy, {userName, groups});
      grants = {...given, key: `${version} ${given.key}`};
      this.#grants.set(who, grants);
    }
    return grants;
  }

  /** Whether the actor may do this with some entity, whichever: what a page offers at all. */
  mayWithSome(actor: Actor, privilege: EntityPrivilege): boolean {
    const rules = this.grantsOf(actor)?.entityPermissions;
    return rules === undefined || rules.some(one => fitsAny(one.privileges, privilege));
  }

  /** Whether the actor has a privilege of administrators. */
  mayAs(actor: Actor, privilege: AdminPrivilege): boolean {
    const grants = this.grantsOf(actor);
    return grants === undefined || may(grants, {kind: 'admin', privilege}).allowed;
  }

  /** @throws UNAUTHORIZED_ACCESS */
  check(actor: Actor, request: AccessRequest, text: string): void {
    const grants = this.grantsOf(actor);
    if (grants !== undefined && !may(grants, request).allowed) throw refusal(actor.userName, [text]);
  }
}
