import {useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {metricsQuery} from '../api/queries.ts';
import {isInternal, useTypes} from '../api/type-index.ts';
import {searchLink} from '../pages/search/search-link.ts';
import {Nothing} from './nothing.tsx';
import {hierarchy} from './tree-node.ts';
import {Tree} from './tree.tsx';
import {useSearchLink} from './use-search-link.ts';

/** Classifications under their super-types, with the number of entities that were given them. */
export function ClassificationSection() {
  const types = useTypes();
  const counts = useSuspenseQuery(metricsQuery).data.data.tag.tagEntities ?? {};
  const current = useSearchLink()?.tag;
  const defs = [...types.classifications.values()].filter(def => !isInternal(def.name));
  const nodes = hierarchy(defs, def => ({
    id: def.name,
    label: def.name,
    count: counts[def.name] ?? 0,
    countNote: 'Directly classified. Search also finds propagated.',
    isCurrent: def.name === current,
  }));
  return (
    <Tree
      name="classifications"
      label="classifications"
      nodes={nodes}
      isOpen
      empty={<Nothing>No classifications yet.</Nothing>}
      link={(node, content, className) => (
        <Link
          to="/search/searchResult"
          search={searchLink({tag: node.label})}
          className={className}
          aria-current={node.isCurrent ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
    />
  );
}
