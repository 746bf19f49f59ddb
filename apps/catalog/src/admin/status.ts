/**
 * Told to anybody, for load balancers and scripts that wait for the server. While it starts nobody
 * listens yet, and while it stops every request is answered with 503, so whoever gets an answer
 * gets this one.
 */
export function readStatus(): {readonly Status: 'ACTIVE'} {
  return {Status: 'ACTIVE'};
}
