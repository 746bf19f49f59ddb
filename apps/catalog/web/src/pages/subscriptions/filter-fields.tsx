import {MultiSelect, Stack, Switch} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useTypes} from '../../api/type-index.ts';
import {domainPath} from '../../domain/domain-tree.ts';
import {domainsQuery} from '../../domain/queries.ts';
import {type Operation, operationNames} from './subscription-texts.ts';

export type FilterDraft = {
  readonly types: readonly string[];
  readonly classifications: readonly string[];
  readonly propagated: boolean;
  readonly domains: readonly string[];
  readonly operations: readonly Operation[];
};

type FilterFieldsProps = {
  readonly filter: FilterDraft;
  readonly onChange: (filter: FilterDraft) => void;
};

const shared = {searchable: true, clearable: true, openOnFocus: false, limit: 100} as const;

/** Which changes; an empty field restricts nothing. */
export function FilterFields({filter, onChange}: FilterFieldsProps) {
  const types = useTypes();
  const domains = useQuery(domainsQuery).data ?? [];
  const set = (changes: Partial<FilterDraft>) => onChange({...filter, ...changes});
  const namesOf = (all: ReadonlyMap<string, unknown>) =>
    [...all.keys()].filter(name => !name.startsWith('__')).toSorted();
  return (
    <Stack gap="xs">
      <MultiSelect
        {...shared}
        label="Entity types"
        description="With their subtypes."
        placeholder={filter.types.length === 0 ? 'All' : ''}
        data={namesOf(types.entities)}
        value={[...filter.types]}
        onChange={chosen => set({types: chosen})}
      />
      <MultiSelect
        {...shared}
        label="Classifications"
        description="Entities that have one of them or a subtype."
        placeholder={filter.classifications.length === 0 ? 'Any or none' : ''}
        data={namesOf(types.classifications)}
        value={[...filter.classifications]}
        onChange={chosen => set({classifications: chosen})}
      />
      {filter.classifications.length > 0 && (
        <Switch
          label="Include propagated classifications"
          checked={filter.propagated}
          onChange={event => set({propagated: event.currentTarget.checked})}
        />
      )}
      <MultiSelect
        {...shared}
        label="Domains"
        description="The domains and what belongs to them."
        placeholder={filter.domains.length === 0 ? 'Any or none' : ''}
        data={domains.map(({guid}) => ({value: guid, label: domainPath(domains, guid)}))}
        value={[...filter.domains]}
        onChange={chosen => set({domains: chosen})}
      />
      <MultiSelect
        {...shared}
        label="Kinds of changes"
        placeholder={filter.operations.length === 0 ? 'All' : ''}
        data={Object.entries(operationNames).map(([value, label]) => ({value, label}))}
        value={[...filter.operations]}
        onChange={chosen => set({operations: chosen as Operation[]})}
      />
    </Stack>
  );
}
