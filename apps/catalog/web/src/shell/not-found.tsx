import {EmptyState, Page} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {MapPinOff} from 'lucide-react';

export function NotFound() {
  return (
    <Page title="No such page">
      <EmptyState title="The page doesn’t exist" icon={<MapPinOff size={40} strokeWidth={1.5} />}>
        <Link to="/search/searchResult" search={{searchType: 'basic', type: '_ALL_ENTITY_TYPES'}}>
          Search the catalog
        </Link>
      </EmptyState>
    </Page>
  );
}
