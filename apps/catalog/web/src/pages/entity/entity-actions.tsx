import {Button, Menu} from '@mantine/core';
import {membershipGroup} from '@gazetteer/model/asset';
import {useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {
  BadgeCheck,
  BookText,
  Briefcase,
  ChevronDown,
  Component,
  type LucideIcon,
  Pencil,
  SlidersHorizontal,
  Tag,
  Tags,
  Trash2,
  Users,
} from 'lucide-react';
import {useState} from 'react';
import {useMay} from '../../api/may.tsx';
import {useTypes} from '../../api/type-index.ts';
import {entityQuery} from '../../api/queries.ts';
import type {Entity} from '../../api/wire.ts';
import {MembershipDialog} from '../../domain/membership-dialog.tsx';
import {businessMetadataOf} from '../../entity/business-metadata.ts';
import {BusinessMetadataDialog} from '../../entity/business-metadata-dialog.tsx';
import {ClassifyDialog} from '../../entity/classify-dialog.tsx';
import {CustomDialog} from '../../entity/custom-dialog.tsx';
import {DeleteDialog} from '../../entity/delete-dialog.tsx';
import {EntityDialog} from '../../entity/entity-dialog.tsx';
import {LabelsDialog} from '../../entity/labels-dialog.tsx';
import {OwnersDialog} from '../../entity/owners-dialog.tsx';
import {TermsDialog} from '../../entity/terms-dialog.tsx';
import {TrustDialog} from '../../entity/trust-dialog.tsx';
import {searchLink} from '../search/search-link.ts';

type Action =
  | 'edit'
  | 'classify'
  | 'terms'
  | 'labels'
  | 'membership'
  | 'owners'
  | 'trust'
  | 'business'
  | 'custom'
  | 'delete';

/**
 * Those under More, in its order. A table, so that each action has its label, its icon and its
 * place once, and its permission in `useAllowed`.
 */
const furtherActions: readonly {
  readonly action: Action;
  readonly label: string;
  readonly Icon: LucideIcon;
}[] = [
  {action: 'terms', label: 'Terms', Icon: BookText},
  {action: 'labels', label: 'Labels', Icon: Tags},
  {action: 'owners', label: 'Owners', Icon: Users},
  {action: 'trust', label: 'Certification and announcement', Icon: BadgeCheck},
  {action: 'membership', label: 'Domain and data products', Icon: Component},
  {action: 'business', label: 'Business metadata', Icon: Briefcase},
  {action: 'custom', label: 'Custom properties', Icon: SlidersHorizontal},
  {action: 'delete', label: 'Delete', Icon: Trash2},
];

type EntityActionsProps = {
  readonly entity: Entity;
  /** A domain or a data product, which is edited and deleted in its own way. */
  readonly isGroup?: boolean;
};

/** What can be done with the entity. A deleted one can only be removed for good. */
export function EntityActions({entity, isGroup = false}: EntityActionsProps) {
  const [open, setOpen] = useState<Action>();
  // The form shows relations as well, which may be many.
  const whole = useQuery({...entityQuery(entity.guid), enabled: open === 'edit'});
  const can = useAllowed(entity, isGroup);
  const further = furtherActions.filter(({action}) => can[action]);
  return (
    <>
      {can.edit && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Pencil size={14} />}
          loading={open === 'edit' && whole.isLoading}
          onClick={() => setOpen('edit')}
        >
          Edit
        </Button>
      )}
      {can.classify && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Tag size={14} />}
          onClick={() => setOpen('classify')}
        >
          Classify
        </Button>
      )}
      {further.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<ChevronDown size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {further.map(({action, label, Icon}) => (
              <Menu.Item
                key={action}
                leftSection={<Icon size={14} />}
                onClick={() => setOpen(action)}
              >
                {action === 'delete' && isDeleted(entity) ? 'Delete permanently' : label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Dialogs
        entity={entity}
        whole={whole.data?.entity}
        open={open}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}

const isDeleted = (entity: Entity): boolean => entity.status === 'DELETED';

/**
 * What the user could do to some entity, see `useMay`; what is refused for this one is said by the
 * server.
 */
function useAllowed(entity: Entity, isGroup: boolean): Readonly<Record<Action, boolean>> {
  const types = useTypes();
  const may = useMay();
  const mayChange = (...anyOf: readonly string[]) => !isDeleted(entity) && may(...anyOf);
  const [mayUpdate, mayDescribe] = [
    mayChange('entity-update'),
    mayChange('entity-update-business-metadata'),
  ];
  return {
    edit: mayUpdate && !isGroup,
    classify: mayChange('entity-add-classification'),
    terms: mayChange('add-relationship'),
    labels: mayChange('entity-add-label', 'entity-remove-label'),
    owners: mayUpdate,
    trust: mayDescribe,
    membership: mayDescribe && !isGroup && types.businessMetadata.has(membershipGroup),
    business: mayDescribe && businessMetadataOf(types, entity.typeName).length > 0,
    custom: mayUpdate,
    delete: isDeleted(entity) ? may('admin-purge') : may('entity-delete') && !isGroup,
  };
}

type DialogsProps = {
  readonly entity: Entity;
  /** With all relations; undefined until they are there. */
  readonly whole: Entity | undefined;
  readonly open: Action | undefined;
  readonly onClose: () => void;
};

function Dialogs({entity, whole, open, onClose}: DialogsProps) {
  const navigate = useNavigate();
  const {guid, meanings = [], labels = []} = entity;
  // All dialogs are there and closed, so that each can close with its own movement.
  const of = (action: Action) => ({isOpen: open === action, onClose});
  const leave = () =>
    void navigate({to: '/search/searchResult', search: searchLink({type: entity.typeName})});
  return (
    <>
      {whole !== undefined && <EntityDialog {...of('edit')} entity={whole} />}
      <ClassifyDialog {...of('classify')} targets={[entity]} />
      <TermsDialog {...of('terms')} guids={[guid]} meanings={meanings} />
      <OwnersDialog {...of('owners')} entity={entity} />
      <TrustDialog {...of('trust')} entity={entity} />
      <MembershipDialog {...of('membership')} entity={entity} />
      <BusinessMetadataDialog {...of('business')} entity={entity} />
      <LabelsDialog {...of('labels')} guid={guid} labels={labels} />
      <CustomDialog {...of('custom')} entity={entity} />
      <DeleteDialog
        {...of('delete')}
        guids={[guid]}
        isPurge={isDeleted(entity)}
        // What is gone for good has no page.
        onDone={() => isDeleted(entity) && leave()}
      />
    </>
  );
}
