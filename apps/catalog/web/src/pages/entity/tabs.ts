import {assetShape, type AssetKind} from '@gazetteer/model/asset';
import {
  BookOpenText,
  Boxes,
  ChartNoAxesColumn,
  Columns3,
  FolderTree,
  History,
  ListChecks,
  ListTree,
  type LucideIcon,
  Play,
  Share2,
  TableProperties,
  Tag,
  Waypoints,
} from 'lucide-react';
import {type ComponentType, lazy} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import {groupKind} from '../../domain/queries.ts';
import type {TabProps} from './tab-props.ts';

/** A table and no conditions in the page: a new tab is a line here and a file. */
export type EntityTab = {
  /** As links from outside write it behind `tabActive=`. */
  readonly id: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isShown: (typeName: string, types: TypeIndex) => boolean;
  /** Nearly always empty: shown where a link leads to it. */
  readonly isForLinks?: true;
  readonly Content: ComponentType<TabProps>;
};

/** By what the type tells of itself (`assetShape`), not by its name. */
const isKind =
  (...kinds: readonly AssetKind[]) =>
  (typeName: string, types: TypeIndex) =>
    kinds.includes(assetShape(types, typeName).kind);
const always = () => true;
const Parts = lazy(async () => ({default: (await import('./parts-tab.tsx')).PartsTab}));

/**
 * The tabs of an entity in their order, each loaded when it is opened: first what there is to know
 * of an asset of its kind.
 */
export const tabs: readonly EntityTab[] = [
  {
    id: 'assets',
    label: 'Assets',
    Icon: Boxes,
    isShown: (typeName, types) => groupKind(types, typeName) !== undefined,
    Content: lazy(async () => ({default: (await import('./assets-tab.tsx')).AssetsTab})),
  },
  {id: 'schema', label: 'Columns', Icon: Columns3, isShown: isKind('table'), Content: Parts},
  {
    id: 'sample',
    label: 'Sample',
    Icon: TableProperties,
    isShown: isKind('table'),
    Content: lazy(async () => ({default: (await import('./sample-tab.tsx')).SampleTab})),
  },
  {
    id: 'contents',
    label: 'Contents',
    Icon: FolderTree,
    isShown: isKind('container'),
    Content: Parts,
  },
  {
    id: 'overview',
    label: 'Overview',
    Icon: BookOpenText,
    isShown: isKind('process', 'other'),
    Content: lazy(async () => ({default: (await import('./overview-tab.tsx')).OverviewTab})),
  },
  {
    id: 'lineage',
    label: 'Lineage',
    Icon: Waypoints,
    isShown: (typeName, types) => types.isA(typeName, 'DataSet') || types.isA(typeName, 'Process'),
    Content: lazy(async () => ({default: (await import('../lineage/lineage-tab.tsx')).LineageTab})),
  },
  {
    id: 'usage',
    label: 'Usage',
    Icon: ChartNoAxesColumn,
    isShown: isKind('table'),
    Content: lazy(async () => ({default: (await import('./usage-tab.tsx')).UsageTab})),
  },
  {
    id: 'relationship',
    label: 'Relationships',
    Icon: Share2,
    isShown: always,
    Content: lazy(async () => ({
      default: (await import('./relationships-tab.tsx')).RelationshipsTab,
    })),
  },
  {
    id: 'classification',
    label: 'Classifications',
    Icon: Tag,
    isShown: always,
    Content: lazy(async () => ({
      default: (await import('./classifications-tab.tsx')).ClassificationsTab,
    })),
  },
  {
    id: 'audit',
    label: 'History',
    Icon: History,
    isShown: always,
    Content: lazy(async () => ({default: (await import('./audits-tab.tsx')).AuditsTab})),
  },
  {
    id: 'runs',
    label: 'Runs',
    Icon: Play,
    isShown: (typeName, types) => types.isA(typeName, 'openlineage_process'),
    Content: lazy(async () => ({default: (await import('./runs-tab.tsx')).RunsTab})),
  },
  {
    id: 'tasks',
    label: 'Tasks',
    Icon: ListChecks,
    isShown: always,
    isForLinks: true,
    Content: lazy(async () => ({default: (await import('./tasks-tab.tsx')).TasksTab})),
  },
  {
    id: 'properties',
    label: 'Attributes',
    Icon: ListTree,
    isShown: always,
    Content: lazy(async () => ({default: (await import('./properties-tab.tsx')).PropertiesTab})),
  },
];
