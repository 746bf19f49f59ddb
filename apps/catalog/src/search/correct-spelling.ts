import {text} from '@gazetteer/kernel/parameters';
import {corrected, misspelledWords} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

/** GET /search/spelling: what a text that nothing has was meant to be. */
export const correctSpelling = query('GET /v2/search/spelling', {
  summary: 'Words of a query that no entity has, and what was meant',
  description:
    'For each word that no active entity has, that begins none of their words and is not part of the name of a type or classification in use: words of entities that differ by one or two letters, or hold it. `corrected` is the query with the likeliest of each; absent when there is nothing to correct.',
  query: {query: text('What was searched for')},
  answer: shapes.spelling,
  logAs: 'EntityDiscoveryService.correctSpelling',
  on: 'search',
  keptFor: 'rights',
  run: async (graph, {query: given = ''}) => {
    const words = await misspelledWords(graph, given);
    const meant = corrected(given, words);
    return {query: given, words, ...(meant === undefined ? {} : {corrected: meant})};
  },
});
