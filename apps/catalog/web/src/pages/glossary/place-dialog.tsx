import {MultiSelect, Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Suspense, useState} from 'react';
import type {RelatedCategory, Term} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {changeTerm} from './changes.ts';
import {categoriesQuery} from './queries.ts';
import {pathTo} from './tree/tree-rows.ts';

type DialogProps = {readonly isOpen: boolean; readonly onClose: () => void};

/** The categories that terms are in; of several terms only what is added. */
export function TermPlaceDialog({isOpen, onClose, ...form}: DialogProps & TermPlaceProps) {
  const title =
    form.terms.length === 1 ? `Categories of ${form.terms[0]?.name}` : 'Add to categories';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Suspense>
        <TermPlaceForm onClose={onClose} {...form} />
      </Suspense>
    </Dialog>
  );
}

type TermPlaceProps = {
  readonly glossaryGuid: string;
  readonly terms: readonly Term[];
  readonly onDone?: () => void;
};

function TermPlaceForm({
  glossaryGuid,
  terms,
  onClose,
  onDone,
}: TermPlaceProps & {onClose: () => void}) {
  const categories = useSuspenseQuery(categoriesQuery(glossaryGuid)).data;
  const [first] = terms;
  const isOne = terms.length === 1;
  const before = isOne ? (first?.categories ?? []).map(one => one.categoryGuid) : [];
  const [chosen, setChosen] = useState<string[]>(before);
  const send = async () => {
    // One after the other: each may be refused for a reason of its own.
    for (const {guid = ''} of terms) {
      await changeTerm(guid, term => {
        const there = term.categories ?? [];
        // What others have added meanwhile stays.
        const kept = there.filter(
          one => !before.includes(one.categoryGuid) || chosen.includes(one.categoryGuid),
        );
        const added = chosen.filter(one => !there.some(old => old.categoryGuid === one));
        return {...term, categories: [...kept, ...added.map(categoryGuid => ({categoryGuid}))]};
      });
    }
  };
  return (
    <ChangeForm
      action={isOne ? 'Save' : 'Add'}
      send={send}
      done={isOne ? `${first?.name} has moved` : 'Terms moved'}
      onDone={onDone}
      onClose={onClose}
      isReady={chosen.length !== before.length || chosen.some(one => !before.includes(one))}
    >
      {!isOne && (
        <Text size="sm">
          {terms.length.toLocaleString()} terms, besides the categories that they are in.
        </Text>
      )}
      {categories.length === 0 && <Text size="sm">This glossary has no categories yet.</Text>}
      <MultiSelect
        label="Categories"
        description="A term can be in several categories"
        data-autofocus
        searchable
        limit={200}
        data={optionsOf(categories)}
        nothingFoundMessage="No such category"
        value={chosen}
        onChange={setChosen}
      />
    </ChangeForm>
  );
}

/** Categories with the way to each, to choose from. */
export function optionsOf(categories: readonly RelatedCategory[]) {
  return categories
    .map(({categoryGuid}) => ({
      value: categoryGuid,
      label: pathTo(categories, categoryGuid)
        .map(one => one.displayText)
        .join(' › '),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
