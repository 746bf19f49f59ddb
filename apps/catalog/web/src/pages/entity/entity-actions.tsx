import {Button, Menu} from '@mantine/core';
import {membershipGroup} from '@gazetteer/model/asset';
import {useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {
  BookText,
  BadgeCheck,
  Briefcase,
  ChevronDown,
  Component,
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
import {TrustDialog} from '../../entity/trust-dialog.tsx';
import {TermsDialog} from '../../entity/terms-dialog.tsx';
import {searchLink} from '../search/search-link.ts';

type Open =
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

/** What can be done with the entity. A deleted one can only be removed for good. */
export function EntityActions({
  entity,
  isGroup = false,
}: {
  entity: Entity;
  /** A domain or a data product, which is edited and deleted in its own way. */
  isGroup?: boolean;
}) {
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  // The form shows relations as well, which may be many.
  const whole = useQuery({...entityQuery(entity.guid), enabled: open === 'edit'});
  const types = useTypes();
  const close = () => setOpen(undefined);
  const isDeleted = entity.status === 'DELETED';
  const may = useMay();
  const mayChange = (...anyOf: readonly string[]) => !isDeleted && may(...anyOf);
  const [mayLabel, mayUpdate] = [
    mayChange('entity-add-label', 'entity-remove-label'),
    mayChange('entity-update'),
  ];
  const mayDescribe =
    mayChange('entity-update-business-metadata') &&
    businessMetadataOf(types, entity.typeName).length > 0;
  const mayAssign =
    !isGroup &&
    types.businessMetadata.has(membershipGroup) &&
    mayChange('entity-update-business-metadata');
  const mayTrust = mayChange('entity-update-business-metadata');
  const [mayRelate, mayRemove] = [
    mayChange('add-relationship'),
    may(isDeleted ? 'admin-purge' : 'entity-delete') && (isDeleted || !isGroup),
  ];
  return (
    <>
      {mayUpdate && !isGroup && (
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
      {mayChange('entity-add-classification') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Tag size={14} />}
          onClick={() => setOpen('classify')}
        >
          Classify
        </Button>
      )}
      {(mayRelate || mayLabel || mayTrust || mayDescribe || mayUpdate || mayRemove) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<ChevronDown size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayRelate && (
              <Menu.Item leftSection={<BookText size={14} />} onClick={() => setOpen('terms')}>
                Terms
              </Menu.Item>
            )}
            {mayLabel && (
              <Menu.Item leftSection={<Tags size={14} />} onClick={() => setOpen('labels')}>
                Labels
              </Menu.Item>
            )}
            {mayUpdate && (
              <Menu.Item leftSection={<Users size={14} />} onClick={() => setOpen('owners')}>
                Owners
              </Menu.Item>
            )}
            {mayTrust && (
              <Menu.Item leftSection={<BadgeCheck size={14} />} onClick={() => setOpen('trust')}>
                Certification and announcement
              </Menu.Item>
            )}
            {mayAssign && (
              <Menu.Item
                leftSection={<Component size={14} />}
                onClick={() => setOpen('membership')}
              >
                Domain and data products
              </Menu.Item>
            )}
            {mayDescribe && (
              <Menu.Item leftSection={<Briefcase size={14} />} onClick={() => setOpen('business')}>
                Business metadata
              </Menu.Item>
            )}
            {mayUpdate && (
              <Menu.Item
                leftSection={<SlidersHorizontal size={14} />}
                onClick={() => setOpen('custom')}
              >
                Custom properties
              </Menu.Item>
            )}
            {mayRemove && (
              <Menu.Item leftSection={<Trash2 size={14} />} onClick={() => setOpen('delete')}>
                {isDeleted ? 'Delete permanently' : 'Delete'}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {whole.data !== undefined && (
        <EntityDialog isOpen={open === 'edit'} onClose={close} entity={whole.data.entity} />
      )}
      <ClassifyDialog isOpen={open === 'classify'} onClose={close} targets={[entity]} />
      <TermsDialog
        isOpen={open === 'terms'}
        onClose={close}
        guids={[entity.guid]}
        meanings={entity.meanings ?? []}
      />
      <OwnersDialog isOpen={open === 'owners'} onClose={close} entity={entity} />
      <TrustDialog isOpen={open === 'trust'} onClose={close} entity={entity} />
      <MembershipDialog isOpen={open === 'membership'} onClose={close} entity={entity} />
      <BusinessMetadataDialog isOpen={open === 'business'} onClose={close} entity={entity} />
      <LabelsDialog
        isOpen={open === 'labels'}
        onClose={close}
        guid={entity.guid}
        labels={entity.labels ?? []}
      />
      <CustomDialog isOpen={open === 'custom'} onClose={close} entity={entity} />
      <DeleteDialog
        isOpen={open === 'delete'}
        onClose={close}
        guids={[entity.guid]}
        isPurge={isDeleted}
        onDone={() =>
          void (
            isDeleted &&
            navigate({to: '/search/searchResult', search: searchLink({type: entity.typeName})})
          )
        }
      />
    </>
  );
}
