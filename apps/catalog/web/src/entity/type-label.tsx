import type {ComboboxItem, ComboboxLikeRenderOptionInput, OptionsFilter} from '@mantine/core';
import {typeLabel} from './display-name.ts';

/** The name that pages have for a type; the type's own name shows when the pointer rests on it. */
export function TypeLabel({name}: {name: string}) {
  return <bdi title={name}>{typeLabel(name)}</bdi>;
}

/**
 * For a field in which types are chosen: each with both of its names, found by either. Other
 * options stay as they are.
 */
export function typeChoices(names: Iterable<string>, others: readonly ComboboxItem[] = []) {
  const data = [...names].map(value => ({value, label: typeLabel(value)}));
  return {
    data: [...others, ...data.sort((a, b) => a.label.localeCompare(b.label))],
    filter: byEitherName,
    renderOption: ({option}: ComboboxLikeRenderOptionInput<ComboboxItem>) => (
      <TypeOption {...option} />
    ),
  };
}

/** The library looks into labels alone. */
const byEitherName: OptionsFilter = ({options, search, limit}) => {
  const text = search.trim().toLowerCase();
  const fits = (option: ComboboxItem) =>
    `${option.label}\n${option.value}`.toLowerCase().includes(text);
  return options.filter(option => !('value' in option) || fits(option)).slice(0, limit);
};

function TypeOption({value, label}: ComboboxItem) {
  const isOther = label !== typeLabel(value);
  return (
    <span>
      <bdi>{label}</bdi>
      {!isOther && label !== value && (
        <>
          <br />
          <small>
            <bdi>{value}</bdi>
          </small>
        </>
      )}
    </span>
  );
}
