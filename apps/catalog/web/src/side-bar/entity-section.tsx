import {ActionIcon, Menu} from '@mantine/core';
import {useStored} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {Check, EllipsisVertical} from 'lucide-react';
import {metricsQuery, queries} from '../api/queries.ts';
import {allEntityTypes, isInternal, type TypeIndex, useTypes} from '../api/type-index.ts';
import {serviceLabel, typeLabel} from '../entity/display-name.ts';
import {searchLink} from '../pages/search/search-link.ts';
import {Nothing} from './nothing.tsx';
import {hierarchy, type TreeNode} from './tree-node.ts';
import {Tree} from './tree.tsx';
import {useSearchLink} from './use-search-link.ts';

/** Kept in the browser. */
type View = {readonly grouping: 'service' | 'hierarchy'; readonly isWithEmpty: boolean};

/**
 * Entity types with the number of their entities, by the service they come from or by supertype.
 */
export function EntitySection() {
  const types = useTypes();
  const {data} = useSuspenseQuery(metricsQuery).data;
  const [view, setView] = useStored<View>('side-entities', {
    grouping: 'service',
    isWithEmpty: false,
  });
  const counts = data.entity.entityActive ?? {};
  const current = useSearchLink()?.type;
  const nodes = entityNodes(types, counts, view, current);
  return (
    <Tree
      name={`entities.${view.grouping}`}
      label="entity types"
      nodes={nodes}
      tools={<ViewMenu view={view} onChange={setView} />}
      empty={<Nothing>No entities yet.</Nothing>}
      link={(node, content, className) => (
        <Link
          to="/search/searchResult"
          search={searchLink({type: node.id.slice(node.id.lastIndexOf('/') + 1)})}
          className={className}
          aria-current={node.isCurrent ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
    />
  );
}

/** Types without entities are left out unless somebody wants them: there are hundreds. */
function entityNodes(
  types: TypeIndex,
  counts: Readonly<Record<string, number>>,
  view: View,
  current: string | undefined,
): readonly TreeNode[] {
  // With types below it, as a search by the type finds.
  const total = (name: string) =>
    [...types.subTypesOf(name)].reduce((sum, one) => sum + (counts[one] ?? 0), 0);
  const defs = [...types.entities.values()].filter(
    def => !isInternal(def.name) && (view.isWithEmpty || total(def.name) > 0),
  );
  const node = (name: string, count: number) => ({
    id: name,
    label: typeLabel(name),
    technical: name,
    count,
    isCurrent: name === current,
  });
  const all: TreeNode = {
    id: allEntityTypes,
    label: 'All entities',
    count: Object.entries(counts).reduce(
      (sum, [name, count]) => sum + (isInternal(name) ? 0 : count),
      0,
    ),
    isCurrent: current === allEntityTypes,
  };
  if (view.grouping === 'hierarchy')
    return [all, ...hierarchy(defs, def => node(def.name, total(def.name)))];
  const shown = defs.filter(def => view.isWithEmpty || (counts[def.name] ?? 0) > 0);
  const groups = Map.groupBy(shown, def => def.serviceType ?? 'other');
  // Types that name no service come together.
  const services = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([service, members]): TreeNode => ({
      id: `service:${service}`,
      label: serviceLabel(service),
      isHeading: true,
      count: members.reduce((sum, def) => sum + (counts[def.name] ?? 0), 0),
      children: members
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(def => node(def.name, counts[def.name] ?? 0)),
    }));
  return [all, ...services];
}

/** What is on has a mark, and both groupings exclude each other. */
function ViewMenu({view, onChange}: {view: View; onChange: (view: View) => void}) {
  const mark = (isOn: boolean) =>
    isOn ? <Check size={14} aria-label="on" /> : <span style={{width: 14}} />;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label="How entity types are shown">
          <EllipsisVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={mark(view.grouping === 'service')}
          onClick={() => onChange({...view, grouping: 'service'})}
        >
          By service
        </Menu.Item>
        <Menu.Item
          leftSection={mark(view.grouping === 'hierarchy')}
          onClick={() => onChange({...view, grouping: 'hierarchy'})}
        >
          By supertype
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={mark(view.isWithEmpty)}
          onClick={() => onChange({...view, isWithEmpty: !view.isWithEmpty})}
        >
          Include types without entities
        </Menu.Item>
        <Menu.Item
          leftSection={mark(false)}
          // Counts are not read again by themselves: they cost the server something.
          onClick={() => void queries.invalidateQueries({queryKey: ['metrics']})}
        >
          Refresh counts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
