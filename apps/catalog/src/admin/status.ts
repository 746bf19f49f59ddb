export type ServerStatus = {readonly Status: 'ACTIVE' | 'BECOMING_ACTIVE' | 'BECOMING_PASSIVE'};

/** Told to anybody, for load balancers and scripts that wait for the server. */
export function readStatus(isStopping: boolean): ServerStatus {
  return {Status: isStopping ? 'BECOMING_PASSIVE' : 'ACTIVE'};
}
