import {hasAdministrators, type Guid} from '@gazetteer/model';
import {type Authenticator, type Login, LoginError} from '@gazetteer/server';
import {randomBytes} from 'node:crypto';

const prefix = 'gzr_';

/** Lets in what reads a source, as the user whom it is read for, while it is read. */
export class RunLogin {
  #groupsOf: Login['groupsOf'] = () => Promise.resolve([]);
  #isThere: Login['isThere'] = () => Promise.resolve(false);
  readonly #users = new Map<string, {userName: string; changeId: Guid}>();

  /**
   * @param changeId what all that it changes is recorded under
   * @returns the header that logs in, until `close`
   */
  open(userName: string, changeId: Guid): {authorization: string; close: () => void} {
    const token = prefix + randomBytes(32).toString('base64url');
    this.#users.set(token, {userName, changeId});
    return {authorization: `Bearer ${token}`, close: () => void this.#users.delete(token)};
  }

  /** Groups of a user whom something is read for. */
  async groupsOf(userName: string): Promise<readonly string[]> {
    return await this.#groupsOf(userName);
  }

  /** Whether a user could still log in, as far as that is known. */
  async isThere(userName: string): Promise<boolean> {
    return await this.#isThere(userName);
  }

  authenticator(login: Pick<Login, 'revisionOf' | 'isThere' | 'groupsOf'>): Authenticator {
    this.#groupsOf = async userName => await login.groupsOf(userName);
    this.#isThere = async userName =>
      login.revisionOf(userName) !== undefined && (await login.isThere(userName));
    return async request => {
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ', 2);
      if (scheme?.toLowerCase() !== 'bearer' || !token.startsWith(prefix)) return undefined;
      const user = this.#users.get(token);
      if (user === undefined) throw new LoginError('The reading of this source has ended');
      const {userName, changeId} = user;
      if (!(await this.#isThere(userName)))
        throw new LoginError(
          `There is no user ${userName} any more; save the source as another user`,
        );
      const groups = await login.groupsOf(userName);
      if (!hasAdministrators(groups))
        throw new LoginError(
          `${userName} is no administrator any more; save the source as another user`,
        );
      return {actor: {userName, groups, changeId}, validForMs: 0};
    };
  }
}
