import {Button, Text} from '@mantine/core';
import {membershipGroup} from '@gazetteer/model/asset';
import {
  BadgeCheck,
  BookText,
  Component,
  Database,
  ListPlus,
  Package,
  PencilLine,
  Tag,
  Tags,
  Trash2,
} from 'lucide-react';
import {lazy, Suspense, useEffect, useState} from 'react';
import {useMay} from '../../api/may.tsx';
import {allEntityTypes, useTypes} from '../../api/type-index.ts';
import type {EntityHeader, SearchParameters} from '../../api/wire.ts';
import type {ActionKind} from '../../bulk/action-fields.tsx';
import type {Found} from '../../bulk/queries.ts';
import classes from './search.module.css';

/** Each dialog is a part of its own, loaded when somebody opens it. */
const ClassifyDialog = lazy(async () => ({
  default: (await import('../../entity/classify-dialog.tsx')).ClassifyDialog,
}));
const TermsDialog = lazy(async () => ({
  default: (await import('../../entity/terms-dialog.tsx')).TermsDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import('../../entity/delete-dialog.tsx')).DeleteDialog,
}));
const BulkDialog = lazy(async () => ({
  default: (await import('../../bulk/bulk-dialog.tsx')).BulkDialog,
}));

type Action = {
  readonly kind: ActionKind;
  readonly label: string;
  /** One of them is enough. */
  readonly needs: readonly string[];
  readonly Icon: typeof Tag;
  /** Only where there are domains. */
  readonly isGrouping?: true;
};

const actions: readonly Action[] = [
  {
    kind: 'classify',
    label: 'Classify',
    needs: ['entity-add-classification', 'entity-remove-classification'],
    Icon: Tag,
  },
  {
    kind: 'terms',
    label: 'Edit terms',
    needs: ['add-relationship', 'remove-relationship'],
    Icon: BookText,
  },
  {
    kind: 'labels',
    label: 'Edit labels',
    needs: ['entity-add-label', 'entity-remove-label'],
    Icon: Tags,
  },
  {kind: 'attribute', label: 'Set attribute', needs: ['entity-update'], Icon: PencilLine},
  {
    kind: 'businessMetadata',
    label: 'Set business metadata',
    needs: ['entity-update-business-metadata'],
    Icon: Database,
  },
  {
    kind: 'domain',
    label: 'Set domain',
    needs: ['entity-update-business-metadata'],
    Icon: Component,
    isGrouping: true,
  },
  {
    kind: 'products',
    label: 'Edit data products',
    needs: ['entity-update-business-metadata'],
    Icon: Package,
    isGrouping: true,
  },
  {
    kind: 'trust',
    label: 'Certify or deprecate',
    needs: ['entity-update-business-metadata'],
    Icon: BadgeCheck,
  },
  {kind: 'delete', label: 'Delete', needs: ['entity-delete'], Icon: Trash2},
];

/**
 * Whether the user may do anything to many entities at all. Without it no boxes to tick are drawn.
 */
export function useMayChange(): boolean {
  return useMay()('admin-purge', ...actions.flatMap(one => one.needs));
}

type SelectionBarProps = {
  readonly entities: readonly EntityHeader[];
  readonly isWholePage: boolean;
  readonly onWholePage: () => void;
  /**
   * What finds all results, and how many these are; below zero when they are not counted. Undefined
   * where no change could find them.
   */
  readonly all: (Found & {readonly count: number}) | undefined;
  readonly onDone: () => void;
};

/** What can be done with the selected entities together, or with all results, however many. */
export function SelectionBar({entities, isWholePage, onWholePage, all, onDone}: SelectionBarProps) {
  const [open, setOpen] = useState<ActionKind>();
  const [isAllChosen, setAll] = useState(false);
  // Whoever takes a row out again does not mean all any more.
  const chosen = isAllChosen && isWholePage ? all : undefined;
  const isAll = chosen !== undefined;
  const may = useMay();
  const hasGroups = useTypes().businessMetadata.has(membershipGroup);
  // Another search is another “all”.
  const key = JSON.stringify(all === undefined || 'dsl' in all ? all?.dsl : all.search);
  useEffect(() => setAll(false), [key]);
  if (entities.length === 0) return null;
  const close = () => setOpen(undefined);
  // What is deleted can only be deleted for good.
  const isAllDeleted = !isAll && entities.every(entity => entity.status !== 'ACTIVE');
  const offered = isAllDeleted
    ? []
    : actions.filter(one => may(...one.needs) && (hasGroups || one.isGrouping !== true));
  return (
    <div className={classes['selection']} role="region" aria-label="Selected entities">
      <Text size="sm" fw={600} role="status">
        {isAll
          ? `${allText(chosen.count)} selected`
          : `${entities.length.toLocaleString()} selected`}
      </Text>
      {!isAll && all !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<ListPlus size={14} />}
          onClick={() => {
            setAll(true);
            onWholePage();
          }}
        >
          {`Select ${allText(Math.max(all.count, all.count < 0 ? -1 : entities.length)).toLowerCase()}`}
        </Button>
      )}
      {offered.map(one => (
        <ActionButton key={one.kind} {...one} onOpen={setOpen} />
      ))}
      {isAllDeleted && may('admin-purge') && (
        <ActionButton kind="delete" label="Delete permanently" Icon={Trash2} onOpen={setOpen} />
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => {
          setAll(false);
          onDone();
        }}
      >
        Clear selection
      </Button>
      {open !== undefined && (
        <Suspense>
          <ActionDialog
            kind={open}
            entities={entities}
            all={chosen}
            isPurge={isAllDeleted}
            onClose={close}
            onDone={onDone}
          />
        </Suspense>
      )}
    </div>
  );
}

type ActionButtonProps = Pick<Action, 'kind' | 'label' | 'Icon'> & {
  readonly onOpen: (kind: ActionKind) => void;
};

function ActionButton({kind, label, Icon, onOpen}: ActionButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} />}
      onClick={() => onOpen(kind)}
    >
      {label}
    </Button>
  );
}

type ActionDialogProps = {
  readonly kind: ActionKind;
  readonly entities: readonly EntityHeader[];
  readonly all: SelectionBarProps['all'];
  readonly isPurge: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** What is done to a page at once needs no task; everything else is a bulk change. */
function ActionDialog({kind, entities, all, isPurge, onClose, onDone}: ActionDialogProps) {
  const shared = {isOpen: true, onClose, onDone};
  const active = entities.filter(entity => entity.status === 'ACTIVE');
  // An action leaves out what cannot have it, and the dialog counts without these.
  const guids = (isPurge ? entities : active).map(entity => entity.guid);
  if (all === undefined && kind === 'classify')
    return <ClassifyDialog targets={active} {...shared} />;
  if (all === undefined && kind === 'terms') return <TermsDialog guids={guids} {...shared} />;
  if (all === undefined && kind === 'delete')
    return <DeleteDialog guids={guids} isPurge={isPurge} {...shared} />;
  const {count, ...found} = all ?? {search: searchOf(guids), count: guids.length};
  // Of what a query finds only the types of this page are known.
  const typeNames =
    all === undefined || 'dsl' in found
      ? active.map(entity => entity.typeName)
      : (found.search.typeName ?? allEntityTypes).split(',');
  return (
    <BulkDialog
      isOpen
      onClose={onClose}
      kind={kind}
      found={found}
      count={count}
      typeNames={[...new Set(typeNames)].filter(name => name !== allEntityTypes)}
      onStarted={onDone}
    />
  );
}

/** Bulk changes are of a search; a page is one by guids. */
function searchOf(guids: readonly string[]): SearchParameters {
  const criterion = guids.map(guid => ({
    attributeName: '__guid',
    operator: '=',
    attributeValue: guid,
  }));
  return {
    typeName: allEntityTypes,
    entityFilters: {condition: 'OR', criterion} as NonNullable<SearchParameters['entityFilters']>,
    excludeDeletedEntities: true,
  };
}

function allText(count: number): string {
  return count < 0
    ? 'All results'
    : `All ${count.toLocaleString()} ${count === 1 ? 'result' : 'results'}`;
}
