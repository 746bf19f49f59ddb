/** Addresses of single sign-on, the same at both halves. */
export const ssoPaths = {
  /** Where a browser that is logged in at this half gets a code for the other one. */
  ticket: '/sso/ticket',
  /** Where it comes back with the code. */
  done: '/sso/done',
  /**
   * For the other half alone: who has got a code, who is logged in no more, whether anybody is
   * there.
   */
  redeem: '/sso/redeem',
  ended: '/sso/ended',
  ready: '/sso/ready',
} as const;

/** What sessions call the half that they came from. */
export function originOf(server: string): string {
  return `link ${server}`;
}
