import {Page, EmptyState} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi} from '@tanstack/react-router';
import {AssetLink} from '../../entity/asset-link.tsx';
import {CategoryView} from './category-view.tsx';
import {kindOf, type Kind} from './glossary-link.ts';
import {GlossaryView} from './glossary-view.tsx';
import {kindQuery} from './queries.ts';
import {TermView} from './term-view.tsx';

const route = getRouteApi('/glossary/$guid');

/** A glossary, a category or a term, whichever the address means. */
export function ItemPage() {
  const {guid} = route.useParams();
  const kind = kindOf(route.useSearch().gtype);
  return kind === undefined ? (
    // A key each: a form that is open for one item is not for the next.
    <UnknownItem key={guid} guid={guid} />
  ) : (
    <Item key={guid} guid={guid} kind={kind} />
  );
}

/** Links may leave out what they are about. */
function UnknownItem({guid}: {guid: string}) {
  const kind = useSuspenseQuery(kindQuery(guid)).data;
  if (kind !== null) return <Item guid={guid} kind={kind} />;
  return (
    <Page title="Not in a glossary">
      <EmptyState title="This is an entity, not a part of a glossary">
        <AssetLink guid={guid}>Open the entity</AssetLink>
      </EmptyState>
    </Page>
  );
}

function Item({guid, kind}: {guid: string; kind: Kind}) {
  if (kind === 'glossary') return <GlossaryView guid={guid} />;
  return kind === 'category' ? <CategoryView guid={guid} /> : <TermView guid={guid} />;
}
