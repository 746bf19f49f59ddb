import {suggestTerms} from '@gazetteer/store';
import {text} from '@gazetteer/kernel/parameters';
import {query} from '../operation.ts';
import {noteProfile} from './profile.ts';
import * as shapes from './shapes.ts';

export type Suggestions = {suggestions: string[]; prefixString?: string; fieldName?: string};

/** GET /search/suggestions: nothing typed, nothing suggested. */
export const suggest = query('GET /v2/search/suggestions', {
  summary: 'Words that begin as typed',
  description: 'The words that most entities have come first.',
  query: {prefixString: text('What is typed'), fieldName: text('Of this attribute only')},
  answer: shapes.suggestions,
  on: 'search',
  keptFor: 'caller',
  logAs: 'EntityDiscoveryService.getSuggestions',
  run: async (graph, {prefixString, fieldName}, c): Promise<Suggestions> => {
    await noteProfile(graph, c);
    const suggestions = await suggestTerms(
      graph,
      prefixString ?? '',
      fieldName === '' ? undefined : fieldName,
    );
    return {
      suggestions,
      ...(prefixString === undefined ? {} : {prefixString}),
      ...(fieldName === undefined ? {} : {fieldName}),
    };
  },
});
