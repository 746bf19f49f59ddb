import {hasAdministrators} from '@gazetteer/model/access';
import {useSuspenseQuery} from '@tanstack/react-query';
import type {ReactNode} from 'react';
import {sessionQuery} from './queries.ts';

/**
 * Tells whether the user has one of these privileges for something at least. Where not, nothing
 * that needs it is offered. It is a courtesy and no protection: the server checks each request, and
 * each thing by itself.
 */
export function useMay(): (...anyOf: readonly string[]) => boolean {
  const {privileges = []} = useSuspenseQuery(sessionQuery).data;
  return (...anyOf) => anyOf.some(one => privileges.includes(one));
}

/** Whether the user is in a group of administrators. */
export function useIsAdministrator(): boolean {
  return hasAdministrators(useSuspenseQuery(sessionQuery).data.groups);
}

/** What only those see who may do it. */
export function May({to, children}: {to: string | readonly string[]; children: ReactNode}) {
  return useMay()(...[to].flat()) && children;
}
