import type {Log} from '../log.ts';
import type {Partner} from '../auth/login/partner.ts';
import type {Link} from './link.ts';
import {originOf, ssoPaths} from './paths.ts';

/** What one half tells the other of logins that have ended. */
export type EndedLogin = {
  readonly userName: string;
  /** The session that ended here, as lists call it. */
  readonly session?: string | undefined;
  /** The session there that it came from. */
  readonly cameFrom?: string | undefined;
  /** Anything: all sessions, and what was signed. */
  readonly isEverywhere?: string | undefined;
  readonly returnTo?: string | undefined;
};

export function partnerOf(link: Link, log: Log): Partner {
  const tell = async (ended: EndedLogin): Promise<string | undefined> => {
    const neighbour = link.neighbour();
    if (neighbour === undefined) return undefined;
    try {
      const answer = await neighbour.tell(ssoPaths.ended, ended);
      if (!answer.ok) throw new Error(`It answers with status ${answer.status}`);
      const {elsewhere} = (await answer.json()) as {elsewhere?: string};
      return elsewhere;
    } catch (error) {
      // Nobody has to stay logged in here for that.
      log.warn({error, user: ended.userName}, `the ${link.other} was not told of a logout`);
      return undefined;
    }
  };
  return {
    isThere: () => link.neighbour() !== undefined,
    ended: async ({userName, id: session, provider}, returnTo) => {
      const cameFrom = provider?.client === originOf(link.other) ? provider.stay : undefined;
      return await tell({userName, session, cameFrom, returnTo});
    },
    endedOf: async userName => void (await tell({userName})),
    endedEverywhere: async userName => void (await tell({userName, isEverywhere: 'true'})),
  };
}
