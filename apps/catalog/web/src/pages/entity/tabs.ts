import {Braces, Columns3, History, ListChecks, ListTree, type LucideIcon, Share2, Tag, Waypoints} from 'lucide-react';
import {type ComponentType, lazy} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {schemaOf} from './schema.ts';
import type {TabProps} from './tab-props.ts';

export type EntityTab = {
  /** As links from outside write it behind `tabActive=`. */
  readonly id: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isShown: (entity: Entity, types: TypeIndex) => boolean;
  readonly Content: ComponentType<TabProps>;
};

/** The tabs of an entity in their order, each loaded when it is opened. */
export const tabs: readonly EntityTab[] = [
  {
    id: 'properties',
    label: 'Properties',
    Icon: ListTree,
    isShown: () => true,
    Content: lazy(async () => ({default: (await import('./properties-tab.tsx')).PropertiesTab})),
  },
  {
    id: 'lineage',
    label: 'Lineage',
    Icon: Waypoints,
    isShown: ({typeName}, types) => types.isA(typeName, 'DataSet') || types.isA(typeName, 'Process'),
    Content: lazy(async () => ({default: (await import('../lineage/lineage-tab.tsx')).LineageTab})),
  },
  {
    id: 'relationship',
    label: 'Relationships',
    Icon: Share2,
    isShown: () => true,
    Content: lazy(async () => ({default: (await import('./relationships-tab.tsx')).RelationshipsTab})),
  },
  {
    id: 'classification',
    label: 'Classifications',
    Icon: Tag,
    isShown: () => true,
    Content: lazy(async () => ({default: (await import('./classifications-tab.tsx')).ClassificationsTab})),
  },
  {
    id: 'schema',
    label: 'Schema',
    Icon: Columns3,
    isShown: (entity, types) => schemaOf(entity.typeName, types) !== undefined,
    Content: lazy(async () => ({default: (await import('./schema-tab.tsx')).SchemaTab})),
  },
  {
    id: 'audit',
    label: 'Audits',
    Icon: History,
    isShown: () => true,
    Content: lazy(async () => ({default: (await import('./audits-tab.tsx')).AuditsTab})),
  },
  {
    id: 'tasks',
    label: 'Tasks',
    Icon: ListChecks,
    isShown: () => true,
    Content: lazy(async () => ({default: (await import('./tasks-tab.tsx')).TasksTab})),
  },
  {
    id: 'json',
    label: 'JSON',
    Icon: Braces,
    isShown: () => true,
    Content: lazy(async () => ({default: (await import('./json-tab.tsx')).JsonTab})),
  },
];
