import {queries, searchQuery, typesQuery} from '../../api/queries.ts';
import {indexOf} from '../../api/type-index.ts';
import {attributesToAsk, chosenColumns} from './result-columns.tsx';
import {columnsOf, type SearchLink, shownParameters} from './search-link.ts';

/**
 * Sends the search before there is anything to draw it with, so that the answer comes while the
 * frame is drawn.
 */
export function askAhead(link: SearchLink): void {
  // A page of its own asks for it.
  if (link.searchType === 'dsl') return;
  // What goes wrong is asked again, and told, by the page.
  void send(link).catch(() => undefined);
}

async function send(link: SearchLink): Promise<void> {
  // Without a choice the columns are what every answer has, whatever the types.
  const attributes =
    columnsOf(link) === undefined
      ? []
      : attributesToAsk(chosenColumns(link, indexOf(await queries.ensureQueryData(typesQuery))));
  await queries.prefetchQuery(searchQuery(shownParameters(link, attributes)));
}
