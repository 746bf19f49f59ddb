import {Button, Menu} from '@mantine/core';
import {ChevronDown, FolderPlus, type LucideIcon, Pencil, Plus, Trash2} from 'lucide-react';
import type {ReactNode} from 'react';
import {useNavigate} from '@tanstack/react-router';
import {May, useMay} from '../../api/may.tsx';
import type {GlossaryParent} from './changes.ts';
import {DraftDialog} from './draft-dialog.tsx';

/** What can be made inside of a glossary or a category. */
export type Makeable = 'term' | 'category';

type ItemActionsProps = {
  /** Left out where nothing can be made. */
  readonly onNew?: (kind: Makeable) => void;
  readonly onEdit: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
  /** Of the menu, above the deletion. */
  readonly more: readonly {
    readonly label: string;
    readonly Icon: LucideIcon;
    readonly onClick: () => void;
    readonly needs?: string;
  }[];
  readonly onRemove: () => void;
};

/** What can be done with a glossary, a category or a term, at the head of its page. */
export function ItemActions({onNew, onEdit, children, more, onRemove}: ItemActionsProps) {
  const may = useMay();
  // What the user may do nowhere is not offered here.
  const offered = more.filter(({needs}) => needs === undefined || may(needs));
  return (
    <>
      {onNew !== undefined && may('entity-create') && (
        <>
          <Button size="xs" leftSection={<Plus size={14} />} onClick={() => onNew('term')}>
            New term
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<FolderPlus size={14} />}
            onClick={() => onNew('category')}
          >
            New category
          </Button>
        </>
      )}
      <May to="entity-update">
        <Button size="xs" variant="default" leftSection={<Pencil size={14} />} onClick={onEdit}>
          Edit
        </Button>
      </May>
      {children}
      {(offered.length > 0 || may('entity-delete')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<ChevronDown size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(({label, Icon, onClick}) => (
              <Menu.Item key={label} leftSection={<Icon size={14} />} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
            <May to="entity-delete">
              <Menu.Divider />
              <Menu.Item leftSection={<Trash2 size={14} />} onClick={onRemove}>
                Delete
              </Menu.Item>
            </May>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** Makes a term or a category at a place, and goes to what was made. */
export function NewItemDialogs({
  open,
  onClose,
  place,
}: {
  open: string | undefined;
  onClose: () => void;
  place: GlossaryParent;
}) {
  const navigate = useNavigate();
  return (['term', 'category'] as const).map(kind => (
    <DraftDialog
      key={kind}
      isOpen={open === kind}
      onClose={onClose}
      kind={kind}
      place={place}
      onDone={made =>
        void navigate({to: '/glossary/$guid', params: {guid: made}, search: {gtype: kind}})
      }
    />
  ));
}
