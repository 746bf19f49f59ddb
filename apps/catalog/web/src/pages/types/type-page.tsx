import {Badge, Group} from '@mantine/core';
import {EmptyState, JsonView, Page} from '@gazetteer/ui';
import {getRouteApi, Link} from '@tanstack/react-router';
import {Shapes} from 'lucide-react';
import {useTypes} from '../../api/type-index.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeActions} from './type-actions.tsx';
import {AttributesCard, ElementsCard, RelationshipsCard} from './type-tables.tsx';
import {EndCard, FactsCard, HierarchyCard, UsesCard} from './type-cards.tsx';
import {categoryNames, typeNamed} from './type-kinds.ts';
import classes from './types.module.css';

const route = getRouteApi('/types/$name');

/** One type of any category: what it has, where it stands, and what needs it. */
export function TypePage() {
  const {name} = route.useParams();
  const types = useTypes();
  const def = typeNamed(types, name);
  // All types are loaded, so what is not among them does not exist.
  if (def === undefined)
    return (
      <Page title={name}>
        <EmptyState title="No such type" icon={<Shapes size={40} strokeWidth={1.5} />}>
          <Link to="/types">All types</Link>
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title={def.name}
      lead={<Shapes size={26} strokeWidth={1.75} aria-hidden />}
      note={
        <Group gap="xs">
          <Link to="/types" search={{category: def.category}}>
            {categoryNames[def.category].one}
          </Link>
          {def.serviceType !== undefined && (
            <Badge variant="default" tt="none">
              {def.serviceType}
            </Badge>
          )}
        </Group>
      }
      actions={<TypeActions def={def} />}
    >
      <div className={classes['cards']}>
        <FactsCard def={def} />
        <HierarchyCard def={def} types={types} />
        {/* Each category has members that no other one has: they decide which parts there are. */}
        {'endDef1' in def && (
          <div className={classes['columns']}>
            <EndCard end={def.endDef1} title="First end" />
            <EndCard end={def.endDef2} title="Second end" />
          </div>
        )}
        {'elementDefs' in def && <ElementsCard def={def} />}
        {'attributeDefs' in def && <AttributesCard def={def} types={types} />}
        {def.category === 'ENTITY' && <RelationshipsCard def={def} types={types} />}
        <UsesCard def={def} types={types} />
        <TitledCard title="As JSON">
          <JsonView value={def} label={`definition of ${def.name}`} maxHeight="20rem" />
        </TitledCard>
      </div>
    </Page>
  );
}
