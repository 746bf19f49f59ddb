import {useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {savedSearchesQuery} from '../api/queries.ts';
import {linkOfParameters} from '../pages/search/search-link.ts';
import {Nothing} from './nothing.tsx';
import {Tree} from './tree.tsx';

/** Searches that somebody has saved; a click does them again. */
export function SavedSearchSection() {
  const saved = useSuspenseQuery(savedSearchesQuery).data;
  const byGuid = new Map(saved.map(one => [one.guid, one]));
  return (
    <Tree
      name="saved"
      label="saved searches"
      nodes={saved.map(({guid, name}) => ({id: guid, label: name})).toSorted((a, b) => a.label.localeCompare(b.label))}
      empty={<Nothing>No saved searches yet. Save one from its page.</Nothing>}
      link={(node, content, className) => (
        <Link
          to="/search/searchResult"
          search={linkOfParameters(byGuid.get(node.id)?.searchParameters ?? {})}
          className={className}
        >
          {content}
        </Link>
      )}
    />
  );
}
