import {TextInput} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {useState} from 'react';
import {type FacetChoice, readFacets, toggled, writeFacets} from '../search/facet-text.ts';
import {type Facet, FacetGroup} from '../search/facets.tsx';
import type {LineageView} from './lineage-link.ts';
import type {SetView} from './use-view.ts';

/** What narrows the assets at one side of another one. */
export type Narrowing = {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly choice: FacetChoice;
  readonly toggle: (facet: string, value: string) => void;
  /** As the impact is asked with it. */
  readonly asked: Readonly<Record<string, string | readonly string[]>>;
};

/**
 * The facets stand in the address, so that a link shows the same; the text does not, as each letter
 * would be a step of the way back.
 * @param leftOut a facet that is not offered here, though the address may have it from elsewhere
 */
export function useNarrowing(
  view: LineageView,
  setView: SetView,
  {how, leftOut = ''}: {how?: 'replace'; leftOut?: string} = {},
): Narrowing {
  const [text, setText] = useState('');
  // Each question walks the lineage on the server.
  const [query] = useDebouncedValue(text.trim(), 200);
  // It stays in the address, for the list where it is offered.
  const {[leftOut]: _, ...choice} = readFacets(view.facets);
  const toggle = (facet: string, value: string) =>
    setView({...view, facets: writeFacets(toggled(choice, facet, value)) || undefined}, how);
  return {text, setText, choice, toggle, asked: {...choice, query}};
}

export function NarrowingField({narrowing, label}: {narrowing: Narrowing; label: string}) {
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder="Name, owner, type, classification"
      value={narrowing.text}
      onChange={event => narrowing.setText(event.currentTarget.value)}
    />
  );
}

type FacetGroupsProps = {
  readonly facets: readonly Facet[];
  readonly narrowing: Narrowing;
};

export function FacetGroups({facets, narrowing: {choice, toggle}}: FacetGroupsProps) {
  return (
    facets
      // A heading without anything to choose would be noise.
      .filter(facet => facet.values.length > 0)
      .map(facet => (
        <FacetGroup
          key={facet.name}
          facet={facet}
          chosen={choice[facet.name] ?? []}
          onToggle={value => toggle(facet.name, value)}
        />
      ))
  );
}
