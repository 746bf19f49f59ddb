import {useQuery} from '@tanstack/react-query';
import {useLocation, useParams} from '@tanstack/react-router';
import {useEffect} from 'react';
import {assetQuery, sessionQuery} from '../api/queries.ts';
import {isInternal} from '../api/type-index.ts';
import {nameOf} from '../entity/name-of.ts';
import {keyOf, recentVisits, type Visit, withVisit} from './visits.ts';

/** Remembers each entity whose page is shown, as soon as the page knows what it is. */
export function useNoteVisits(): void {
  const {guid = ''} = useParams({strict: false});
  const isEntity = useLocation().pathname.startsWith('/detailPage/');
  // Only what the page itself has asked for.
  const entity = useQuery({...assetQuery(guid), enabled: false}).data;
  const userName = useQuery({...sessionQuery, enabled: false}).data?.userName;
  useEffect(() => {
    if (!isEntity || entity?.guid !== guid || userName === undefined || isInternal(entity.typeName))
      return;
    const {qualifiedName} = entity.attributes;
    const visit: Visit = {
      guid,
      typeName: entity.typeName,
      name: nameOf(entity),
      ...(typeof qualifiedName === 'string' ? {qualifiedName} : {}),
      time: Date.now(),
    };
    try {
      localStorage.setItem(
        keyOf(userName),
        JSON.stringify(withVisit(recentVisits(userName), visit)),
      );
    } catch {
      // Storage may be forbidden or full: then nothing is remembered.
    }
  }, [isEntity, guid, entity, userName]);
}
