import {useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {glossariesQuery} from '../api/queries.ts';
import type {Glossary} from '../api/wire.ts';
import {searchLink} from '../pages/search/search-link.ts';
import {Nothing} from './nothing.tsx';
import type {TreeNode} from './tree-node.ts';
import {Tree} from './tree.tsx';
import {useSearchLink} from './use-search-link.ts';

/** Glossaries with their terms; a term leads to what it is assigned to. */
export function GlossarySection() {
  const glossaries = useSuspenseQuery(glossariesQuery).data;
  const current = useSearchLink()?.term;
  return (
    <Tree
      name="glossary"
      label="terms"
      nodes={glossaries.map(glossary => glossaryNode(glossary, current))}
      empty={<Nothing>No glossary yet.</Nothing>}
      link={(node, content, className) => (
        <Link
          to="/search/searchResult"
          search={searchLink({term: node.id})}
          className={className}
          aria-current={node.isCurrent ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
    />
  );
}

function glossaryNode({guid, name, qualifiedName, terms = []}: Glossary, current: string | undefined): TreeNode {
  const children = terms
    .map(term => {
      const id = `${term.displayText ?? term.termGuid}@${qualifiedName ?? name}`;
      return {id, label: term.displayText ?? term.termGuid, isCurrent: id === current};
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return {id: guid, label: name ?? guid, isHeading: true, count: terms.length, children};
}
