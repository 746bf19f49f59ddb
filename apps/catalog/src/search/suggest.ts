import {suggestTerms} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {loadProfile} from './profile.ts';

export type Suggestions = {suggestions: string[]; prefixString?: string; fieldName?: string};

/** GET /search/suggestions: nothing typed, nothing suggested. */
export async function suggest(
  c: Catalog,
  {prefixString, fieldName}: {prefixString?: string | undefined; fieldName?: string | undefined},
): Promise<Suggestions> {
  await loadProfile(c);
  const suggestions = await c.read('EntityDiscoveryService.getSuggestions', graph =>
    suggestTerms(graph, prefixString ?? '', fieldName === '' ? undefined : fieldName),
  );
  return {
    suggestions,
    ...(prefixString === undefined ? {} : {prefixString}),
    ...(fieldName === undefined ? {} : {fieldName}),
  };
}
