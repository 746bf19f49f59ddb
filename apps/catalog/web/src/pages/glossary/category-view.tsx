import {Text} from '@mantine/core';
import {type Column, DataTable, Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Folder, FolderTree} from 'lucide-react';
import {useState} from 'react';
import type {Category, RelatedTerm} from '../../api/wire.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {DraftDialog} from './draft-dialog.tsx';
import {FactsCard} from './facts-card.tsx';
import classes from './glossary.module.css';
import {ItemActions, type Makeable, NewItemDialogs} from './item-actions.tsx';
import {CategoryPlaceDialog} from './category-place-dialog.tsx';
import {categoriesQuery, categoryQuery} from './queries.ts';
import {RemoveDialog} from './remove-dialog.tsx';
import {pathTo} from './tree/tree-rows.ts';
import {ItemLink, Way} from './way.tsx';
import {useShowGlossary} from './use-show-glossary.ts';

/** One dialog at a time. */
type Open = Makeable | 'edit' | 'move' | 'remove';

/** One category: what it is about, the categories below it and its terms. */
export function CategoryView({guid}: {guid: string}) {
  const category = useSuspenseQuery(categoryQuery(guid)).data;
  const {name: title = guid, anchor, childrenCategories = [], terms = []} = category;
  const glossaryGuid = anchor?.glossaryGuid ?? '';
  // The answer for a category has only what is right above it.
  const all = useSuspenseQuery(categoriesQuery(glossaryGuid)).data;
  const [open, setOpen] = useState<Open>();
  const above = pathTo(all, guid).slice(0, -1);
  const below = childrenCategories.length;
  return (
    <Page
      title={title}
      lead={<Folder size={26} strokeWidth={1.75} aria-hidden />}
      note={
        <Way
          steps={[
            {guid: glossaryGuid, kind: 'glossary', label: anchor?.displayText ?? glossaryGuid},
            ...above.map(one => ({
              guid: one.categoryGuid,
              kind: 'category' as const,
              label: one.displayText ?? one.categoryGuid,
            })),
          ]}
        />
      }
      actions={
        <ItemActions
          onNew={setOpen}
          onEdit={() => setOpen('edit')}
          more={[
            {
              label: 'Move',
              Icon: FolderTree,
              onClick: () => setOpen('move'),
              needs: 'entity-update',
            },
          ]}
          onRemove={() => setOpen('remove')}
        />
      }
    >
      <div className={classes['cards']}>
        <FactsCard kind="category" item={category} />
        {below > 0 && (
          <TitledCard title="Categories below" count={below}>
            <ul className={classes['relation']}>
              {childrenCategories.map(one => (
                <li key={one.categoryGuid}>
                  <span>
                    <ItemLink
                      guid={one.categoryGuid}
                      kind="category"
                      label={one.displayText ?? one.categoryGuid}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </TitledCard>
        )}
        <Terms terms={terms} />
      </div>
      <CategoryDialogs category={category} open={open} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

/** By name, since people look for one. */
function Terms({terms}: {readonly terms: readonly RelatedTerm[]}) {
  // The server orders them by when they came in.
  const sorted = terms.toSorted((a, b) => (a.displayText ?? '').localeCompare(b.displayText ?? ''));
  return (
    <TitledCard title="Terms" count={terms.length}>
      {terms.length === 0 ? (
        <Text size="sm">
          No term is in this category yet. A new one can be made here; others are moved into it on
          their own pages.
        </Text>
      ) : (
        <DataTable
          label="Terms"
          name="glossary.category"
          columns={[
            name,
            // A column that is empty in all rows takes room from the names.
            ...more.filter(({id}) => terms.some(one => one[id as 'status'] !== undefined)),
          ]}
          rows={sorted}
          rowKey={one => one.termGuid}
          maxHeight="60vh"
        />
      )}
    </TitledCard>
  );
}

type CategoryDialogsProps = {
  readonly category: Category;
  readonly open: Open | undefined;
  readonly onClose: () => void;
};

/** Deleting a category deletes nothing that is in it; the question says what becomes of it. */
function CategoryDialogs({category, open, onClose: close}: CategoryDialogsProps) {
  const {guid = '', name: title = guid, anchor, childrenCategories = [], terms = []} = category;
  const glossaryGuid = anchor?.glossaryGuid ?? '';
  const below = childrenCategories.length;
  const showGlossary = useShowGlossary();
  return (
    <>
      <DraftDialog isOpen={open === 'edit'} onClose={close} kind="category" existing={category} />
      <NewItemDialogs open={open} onClose={close} place={{glossaryGuid, categoryGuid: guid}} />
      <CategoryPlaceDialog isOpen={open === 'move'} onClose={close} category={category} />
      <RemoveDialog
        isOpen={open === 'remove'}
        onClose={close}
        kind="category"
        items={[{guid, name: title}]}
        consequences={[
          terms.length > 0 ? 'Its terms are kept in the glossary.' : 'It has no terms.',
          ...(below > 0
            ? ['The categories right below it go to the top of the glossary, with all in them.']
            : []),
        ].join(' ')}
        onDone={() => showGlossary(glossaryGuid)}
      />
    </>
  );
}

/** Always there, before what `more` adds. */
const name: Column<RelatedTerm> = {
  id: 'name',
  header: 'Name',
  width: 240,
  cell: term => (
    <ItemLink guid={term.termGuid} kind="term" label={term.displayText ?? term.termGuid} />
  ),
};

/** What being in the category says about itself; often it says nothing. */
const more: readonly Column<RelatedTerm>[] = [
  {
    id: 'description',
    header: 'Description',
    width: 340,
    cell: term => <span dir="auto">{term.description}</span>,
  },
  {id: 'status', header: 'Status', width: 110, cell: term => term.status?.toLowerCase() ?? ''},
];
