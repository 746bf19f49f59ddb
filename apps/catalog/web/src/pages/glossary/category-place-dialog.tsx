import {Group, Loader, Radio, Select, Stack, Text} from '@mantine/core';
import {Dialog, problemText} from '@gazetteer/ui';
import {keepPreviousData, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Suspense, useState} from 'react';
import {glossariesQuery} from '../../api/queries.ts';
import type {Category, RelatedCategory} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {moveCategory, rehearseMove, type CategoryMove} from './changes.ts';
import {optionsOf} from './place-dialog.tsx';
import {categoriesQuery} from './queries.ts';
import {childrenOf} from './tree/tree-rows.ts';

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly category: Category;
};

/** The glossary that a category is in, and the category that it stands below. */
export function CategoryPlaceDialog({isOpen, onClose, category}: DialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Move ${category.name}`}>
      <Suspense>
        <CategoryPlaceForm category={category} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

/** No guid looks like it. */
const top = 'top';

/** Of the API, which keeps terms where they are unless a category leaves its glossary. */
type TermsOnMove = 'MOVE' | 'REMOVE';

function CategoryPlaceForm({category, onClose}: {category: Category; onClose: () => void}) {
  const {guid = '', name = '', anchor, parentCategory} = category;
  const here = anchor?.glossaryGuid ?? '';
  const glossaries = useSuspenseQuery(glossariesQuery).data;
  const categories = useSuspenseQuery(categoriesQuery(here)).data;
  const below = belowOf(categories, guid);
  const hasTerms = categories.some(one => below.has(one.categoryGuid) && (one.termCount ?? 0) > 0);
  const before = parentCategory?.categoryGuid ?? top;
  const [glossary, setGlossary] = useState(here);
  const [parent, setParent] = useState(before);
  const [terms, setTerms] = useState<TermsOnMove>('MOVE');
  const isElsewhere = glossary !== here;
  const parentGuid = parent === top ? undefined : parent;
  const move: CategoryMove = {
    guid,
    glossaryGuid: glossary,
    parentGuid,
    termsOnMove: isElsewhere ? terms : 'KEEP',
  };
  // Within a glossary nothing can go wrong that the form does not rule out; into another one names
  // may clash.
  const rehearsal = useMoveRehearsal(move, isElsewhere);
  return (
    <ChangeForm
      action="Move"
      send={() => moveCategory(move)}
      done={`${name} moved`}
      onClose={onClose}
      isReady={isElsewhere ? rehearsal.isSuccess : parent !== before}
      problem={isElsewhere ? rehearsal.error : undefined}
    >
      <Select
        label="Glossary"
        searchable
        allowDeselect={false}
        limit={200}
        data={glossaries.map(one => ({value: one.guid, label: one.name ?? one.guid}))}
        nothingFoundMessage="No such glossary"
        value={glossary}
        onChange={next => {
          setGlossary(next ?? here);
          // Categories of one glossary are none of another.
          setParent(next === here ? before : top);
        }}
      />
      <ParentSelect glossary={glossary} below={below} parent={parent} onChange={setParent} />
      {isElsewhere && hasTerms && <TermsChoice terms={terms} onChange={setTerms} />}
      {isElsewhere && rehearsal.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">Checking what would move…</Text>
        </Group>
      )}
      {isElsewhere && rehearsal.isSuccess && (
        <Text size="sm" role="status">
          {preview(below.size, rehearsal.data, hasTerms ? terms : 'MOVE')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {!isElsewhere && below.size > 1 ? 'Subcategories move as well. ' : ''}
        Qualified names change with the place.
      </Text>
    </ChangeForm>
  );
}

function useMoveRehearsal(move: CategoryMove, isElsewhere: boolean) {
  return useQuery({
    queryKey: ['rehearsal', 'glossary', 'move', move],
    queryFn: () => rehearseMove(move),
    enabled: isElsewhere,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
}

type TermsChoiceProps = {
  readonly terms: TermsOnMove;
  readonly onChange: (terms: TermsOnMove) => void;
};

function TermsChoice({terms, onChange}: TermsChoiceProps) {
  return (
    <Radio.Group
      label="Its terms"
      labelElement="div"
      value={terms}
      onChange={value => onChange(value === 'REMOVE' ? 'REMOVE' : 'MOVE')}
    >
      <Stack gap="xs" mt={4}>
        <Radio
          value="MOVE"
          label="Move with the category"
          description="Assignments and related terms are kept."
        />
        <Radio
          value="REMOVE"
          label="Stay in the glossary"
          description="The category and its subcategories move without their terms."
        />
      </Stack>
    </Radio.Group>
  );
}

type ParentSelectProps = {
  readonly glossary: string;
  /** Those that it cannot stand below. */
  readonly below: ReadonlySet<string>;
  readonly parent: string;
  readonly onChange: (parent: string) => void;
};

function ParentSelect({glossary, below, parent, onChange}: ParentSelectProps) {
  // The form stays as it is while the categories of another glossary are on their way.
  const found = useQuery({...categoriesQuery(glossary), placeholderData: keepPreviousData});
  const categories = found.isPlaceholderData ? [] : (found.data ?? []);
  return (
    <Select
      label="Below"
      data-autofocus
      searchable
      allowDeselect={false}
      limit={200}
      error={found.isError && problemText(found.error)}
      data={[
        {value: top, label: 'At the top of the glossary'},
        ...optionsOf(categories).filter(one => !below.has(one.value)),
      ]}
      nothingFoundMessage="No such category"
      value={parent}
      onChange={next => onChange(next ?? top)}
    />
  );
}

/** What changes when terms come along is the categories and these terms. */
function preview(
  categories: number,
  {changed, endedPlaces}: {readonly changed: number; readonly endedPlaces: number},
  terms: TermsOnMove,
): string {
  const what = count(categories, 'category', 'categories');
  if (terms === 'REMOVE') return `${what} would move without terms.`;
  const along = changed - categories;
  if (along <= 0) return `${what} would move.`;
  const leaving = endedPlaces > 0 ? ' Terms are removed from categories that stay here.' : '';
  return `${what} and ${count(along, 'term', 'terms')} would move.${leaving}`;
}

function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${n.toLocaleString()} ${many}`;
}

/** The category itself and all below it: it cannot go there. */
function belowOf(categories: readonly RelatedCategory[], guid: string): ReadonlySet<string> {
  const children = childrenOf(categories);
  const found = new Set<string>();
  const queue = [guid];
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    found.add(one);
    queue.push(...(children.get(one) ?? []).map(child => child.categoryGuid));
  }
  return found;
}
