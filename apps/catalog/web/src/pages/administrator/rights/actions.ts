import type {
  AdminPrivilege,
  EntityPrivilege,
  RelationshipPrivilege,
  TypePrivilege,
} from '@gazetteer/model';

type Privilege = AdminPrivilege | TypePrivilege | EntityPrivilege | RelationshipPrivilege;

/** What somebody may want to do, in words, and what else has to be told to ask about it. */
export type Action = {
  readonly words: string;
  readonly about?: 'type' | 'entity' | 'new entity' | 'relationship';
  readonly with?: 'classification' | 'label' | 'metadata';
};

/** Every privilege there is; the compiler misses one that is not here. */
const actions: Readonly<Record<Privilege, Action>> = {
  'admin-audits': {words: 'Read the audit of administrators'},
  'admin-usage': {words: 'See who uses assets'},
  'admin-subscriptions': {words: 'Manage subscriptions to changes'},
  'admin-export': {words: 'Export'},
  'admin-import': {words: 'Import'},
  'admin-purge': {words: 'Purge, end tasks, check and repair'},
  'service-notification-post': {words: 'Post messages of hooks'},
  'entity-read': {words: 'See an entity', about: 'entity'},
  'entity-create': {words: 'Create an entity', about: 'new entity'},
  'entity-update': {words: 'Change an entity', about: 'entity'},
  'entity-delete': {words: 'Delete an entity', about: 'entity'},
  'entity-read-classification': {words: 'See the classifications of an entity', about: 'entity'},
  'entity-add-classification': {
    words: 'Add a classification',
    about: 'entity',
    with: 'classification',
  },
  'entity-update-classification': {
    words: 'Change a classification',
    about: 'entity',
    with: 'classification',
  },
  'entity-remove-classification': {
    words: 'Remove a classification',
    about: 'entity',
    with: 'classification',
  },
  'entity-add-label': {words: 'Add a label', about: 'entity', with: 'label'},
  'entity-remove-label': {words: 'Remove a label', about: 'entity', with: 'label'},
  'entity-update-business-metadata': {
    words: 'Change business metadata',
    about: 'entity',
    with: 'metadata',
  },
  'type-read': {words: 'See a type', about: 'type'},
  'type-create': {words: 'Create a type like this', about: 'type'},
  'type-update': {words: 'Change a type', about: 'type'},
  'type-delete': {words: 'Delete a type', about: 'type'},
  'add-relationship': {words: 'Relate two entities', about: 'relationship'},
  'update-relationship': {words: 'Change a relationship', about: 'relationship'},
  'remove-relationship': {words: 'Remove a relationship', about: 'relationship'},
};

/** What is about nothing is administration. */
const groupOf = {
  type: 'Types',
  entity: 'Entities',
  'new entity': 'Entities',
  relationship: 'Relationships',
} as const;

/** For a list to choose from: by what they are about. */
export const actionGroups = [
  ...Map.groupBy(Object.entries(actions), ([, {about}]) =>
    about === undefined ? 'Administration' : groupOf[about],
  ),
].map(([group, members]) => ({
  group,
  items: members.map(([value, {words}]) => ({value, label: words})),
}));

/** Undefined for no action, or one that there is not: a link may say anything. */
export function actionOf(privilege: string): Action | undefined {
  return Object.hasOwn(actions, privilege) ? actions[privilege as Privilege] : undefined;
}
