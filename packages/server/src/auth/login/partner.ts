import type {EndedSession} from '../session/session.ts';

/** The other half of the product, where people are logged in because they are here. */
export type Partner = {
  /** The other half of a process may come later, or not at all. */
  readonly isThere: () => boolean;
  /**
   * Ends there what belongs together with a session that has ended here.
   * @param returnTo where a browser comes back to from a provider
   * @returns where the browser has to go when the login there came from a provider
   */
  readonly ended: (session: EndedSession, returnTo?: string) => Promise<string | undefined>;
  /** Ends there what came from any session of this person here. */
  readonly endedOf: (userName: string) => Promise<void>;
  /** Ends all sessions of a person there, and what was signed for them. */
  readonly endedEverywhere: (userName: string) => Promise<void>;
};
