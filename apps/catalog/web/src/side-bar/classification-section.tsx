import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {classifiedQuery} from '../api/queries.ts';
import {isInternal, useTypes} from '../api/type-index.ts';
import {searchLink} from '../pages/search/search-link.ts';
import {Nothing} from './nothing.tsx';
import {hierarchy} from './tree-node.ts';
import {Tree} from './tree.tsx';
import {useSearchLink} from './use-search-link.ts';

/** Classifications by supertype, with the number of entities that a search for them finds. */
export function ClassificationSection() {
  const types = useTypes();
  const current = useSearchLink()?.tag;
  const defs = [...types.classifications.values()].filter(def => !isInternal(def.name));
  // The tree does not wait for its numbers.
  const {counts = {}, most} = useQuery({...classifiedQuery, enabled: defs.length > 0}).data ?? {};
  const nodes = hierarchy(defs, def => ({
    id: def.name,
    label: def.name,
    // The server counts up to `most`.
    ...(most !== undefined && {count: counts[def.name] ?? 0, isMore: counts[def.name] === most}),
    countNote: 'Active entities, with classifications below it and those that have propagated',
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
