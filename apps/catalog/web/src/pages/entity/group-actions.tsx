import {Button, Menu} from '@mantine/core';
import type {GroupKind} from '@gazetteer/model/asset';
import {toast, useConfirm} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {BookText, ChevronDown, Pencil, Plus, Trash2} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {May} from '../../api/may.tsx';
import type {Entity} from '../../api/wire.ts';
import {GroupDialog, groupWords} from '../../domain/group-dialog.tsx';
import {domainsQuery, productsQuery} from '../../domain/queries.ts';
import {nameOf} from '../../entity/name-of.ts';
import {refresh} from '../../entity/refresh.ts';
import {undoable} from '../../entity/undoable.ts';

/** As the API has them, with what people call them. */
const dictionaryFormats = [
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['xlsx', 'XLSX'],
] as const;

/** All assets of the domain with their columns, as a file. */
function DictionaryMenu({guid}: {guid: string}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<BookText size={14} />}
          rightSection={<ChevronDown size={14} />}
        >
          Data dictionary
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {dictionaryFormats.map(([format, label]) => (
          <Menu.Item
            key={format}
            component="a"
            download
            href={client.urlOf('GET /v2/domains/{guid}/dictionary', {
              path: {guid},
              query: {format},
            })}
          >
            Download {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type GroupActionsProps = {readonly kind: GroupKind; readonly entity: Entity};
type Open = 'edit' | 'domain' | 'product';

/** What can be done with a domain or a data product beside what can be done with every entity. */
export function GroupActions({kind, entity}: GroupActionsProps) {
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const parent = useParent(kind, entity.guid);
  const close = () => setOpen(undefined);
  const text = (name: string) => {
    const value = entity.attributes[name];
    return typeof value === 'string' ? value : '';
  };
  // A deleted one comes back by undoing what deleted it, and by nothing here.
  if (entity.status === 'DELETED') return null;
  return (
    <>
      <May to="entity-update">
        <Button
          size="xs"
          variant="default"
          leftSection={<Pencil size={14} />}
          onClick={() => setOpen('edit')}
        >
          Edit
        </Button>
      </May>
      {kind === 'domain' && <DictionaryMenu guid={entity.guid} />}
      {kind === 'domain' && (
        <May to="entity-create">
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                leftSection={<Plus size={14} />}
                rightSection={<ChevronDown size={14} />}
              >
                Create
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setOpen('domain')}>Create subdomain</Menu.Item>
              <Menu.Item onClick={() => setOpen('product')}>Create data product</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </May>
      )}
      <May to="entity-delete">
        <DeleteGroup kind={kind} entity={entity} />
      </May>
      <GroupDialog
        isOpen={open === 'edit'}
        onClose={close}
        kind={kind}
        guid={entity.guid}
        before={{
          name: nameOf(entity),
          description: text('description'),
          owner: text('owner'),
          parent,
        }}
      />
      <GroupDialog
        isOpen={open === 'domain' || open === 'product'}
        onClose={close}
        kind={open === 'product' ? 'product' : 'domain'}
        before={{parent: entity.guid}}
        onDone={guid => void navigate({to: '/detailPage/$guid', params: {guid}})}
      />
    </>
  );
}

/** From the lists and not from the entity: its relations would have to be asked for. */
function useParent(kind: GroupKind, guid: string): string | null {
  const domains = useQuery(domainsQuery).data ?? [];
  const products = useQuery({...productsQuery, enabled: kind === 'product'}).data ?? [];
  return (
    (kind === 'domain'
      ? domains.find(one => one.guid === guid)?.parentGuid
      : products.find(one => one.guid === guid)?.domainGuid) ?? null
  );
}

/** Asked before, and undone from the note that tells of it. */
function DeleteGroup({kind, entity}: GroupActionsProps) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const name = nameOf(entity);
  // The server refuses one that is not empty, with what is in it. It has an address of its
  // own, as deleting the entity alone would leave its members with a group that is gone.
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete ${groupWords[kind]}`,
      text: `${name} is deleted. Only an empty ${groupWords[kind]} can be deleted.`,
      action: `Delete ${groupWords[kind]}`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const path = {guid: entity.guid};
      const {undo} = await undoable<unknown>(() =>
        kind === 'domain'
          ? client.call('DELETE /v2/domains/{guid}', {path})
          : client.call('DELETE /v2/products/{guid}', {path}),
      );
      toast({kind: 'done', title: `${name} deleted`, action: undo});
      await refresh();
      await navigate({to: '/domains'});
    } catch (error) {
      toast({kind: 'problem', title: `Couldn’t delete ${name}`, error});
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Trash2 size={14} />}
      onClick={() => void remove()}
    >
      Delete
    </Button>
  );
}
