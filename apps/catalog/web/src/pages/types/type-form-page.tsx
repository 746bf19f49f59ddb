import {Text} from '@mantine/core';
import {EmptyState, Page} from '@gazetteer/ui';
import {getRouteApi, Link} from '@tanstack/react-router';
import {Lock, Shapes} from 'lucide-react';
import {useMay} from '../../api/may.tsx';
import {useTypes} from '../../api/type-index.ts';
import {draftOf, newType} from './type-draft.ts';
import {TypeForm} from './type-form.tsx';
import {categoryNames, isCategory, typeNamed} from './type-kinds.ts';

const newRoute = getRouteApi('/newType');
const editRoute = getRouteApi('/types/$name/edit');

/** A new type of the kind that the address names. */
export function NewTypePage() {
  const {category, under} = newRoute.useSearch();
  const kind = isCategory(category) ? category : 'CLASSIFICATION';
  if (!useMay()('type-create')) return <Refused what="create types" />;
  return (
    <Page title={`New ${categoryNames[kind].one}`}>
      <TypeForm key={kind} initial={newType(kind, under)} />
    </Page>
  );
}

/** Changes of a type that there is. */
export function EditTypePage() {
  const {name} = editRoute.useParams();
  const def = typeNamed(useTypes(), name);
  if (!useMay()('type-update')) return <Refused what="edit types" />;
  return (
    <Page title={def === undefined ? name : `Edit ${name}`}>
      {def === undefined ? (
        <EmptyState title="No such type" icon={<Shapes size={40} strokeWidth={1.5} />}>
          <Link to="/types">All types</Link>
        </EmptyState>
      ) : (
        <TypeForm key={`${def.name} ${def.version}`} initial={draftOf(def)} />
      )}
    </Page>
  );
}

/** Who types the address is told before they fill in a form that would be refused. */
function Refused({what}: {what: string}) {
  return (
    <Page title="Types">
      <EmptyState
        title="You don’t have permission to view this"
        icon={<Lock size={40} strokeWidth={1.5} />}
      >
        <Text>You can’t {what}. Ask your administrator for access.</Text>
        <Link to="/types">All types</Link>
      </EmptyState>
    </Page>
  );
}
