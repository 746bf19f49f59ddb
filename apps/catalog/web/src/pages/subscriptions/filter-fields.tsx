import {MultiSelect, Stack, Switch, TagsInput} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useTypes} from '../../api/type-index.ts';
import type {ObjectRef} from '../../api/wire.ts';
import {domainPath} from '../../domain/domain-tree.ts';
import {domainsQuery} from '../../domain/queries.ts';
import {EntityPicker} from '../../entity/entity-picker.tsx';
import {assetNamesQuery} from './queries.ts';
import {type Operation, operationNames} from './subscription-texts.ts';

export type FilterDraft = {
  readonly types: readonly string[];
  readonly classifications: readonly string[];
  readonly propagated: boolean;
  readonly domains: readonly string[];
  readonly operations: readonly Operation[];
  /** Of breaking changes only. */
  readonly affects: {
    readonly owners: readonly string[];
    readonly domains: readonly string[];
    readonly assets: readonly ObjectRef[];
  };
};

const breaking: Operation = 'BREAKING_CHANGE';

/** Which are asked for by themselves. */
export function isBreaking({operations}: Pick<FilterDraft, 'operations'>): boolean {
  return operations.includes(breaking);
}

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
  const domainChoices = domains.map(({guid}) => ({
    value: guid,
    label: domainPath(domains, guid),
  }));
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
        data={domainChoices}
        value={[...filter.domains]}
        onChange={chosen => set({domains: chosen})}
      />
      <MultiSelect
        {...shared}
        label="Kinds of changes"
        placeholder={filter.operations.length === 0 ? 'All' : ''}
        data={Object.entries(operationNames).map(([value, label]) => ({value, label}))}
        value={[...filter.operations]}
        onChange={chosen => set({operations: chosenOf(chosen as Operation[])})}
      />
      {isBreaking(filter) && (
        <AffectedFields
          affects={filter.affects}
          domains={domainChoices}
          onChange={affects => set({affects})}
        />
      )}
    </Stack>
  );
}

/** What was chosen last counts: breaking changes are not delivered with others. */
function chosenOf(chosen: readonly Operation[]): readonly Operation[] {
  if (chosen.at(-1) === breaking) return [breaking];
  return chosen.filter(one => one !== breaking);
}

type AffectedFieldsProps = {
  readonly affects: FilterDraft['affects'];
  readonly domains: readonly {readonly value: string; readonly label: string}[];
  readonly onChange: (affects: FilterDraft['affects']) => void;
};

/** What a breaking change has to affect; one of all that is named is enough. */
function AffectedFields({affects, domains, onChange}: AffectedFieldsProps) {
  const {owners, domains: chosen, assets} = affects;
  const unnamed = assets.flatMap(({guid, displayText}) =>
    displayText === undefined && guid !== undefined ? [guid] : [],
  );
  const names = useQuery(assetNamesQuery(unnamed)).data;
  const isAny = owners.length + chosen.length + assets.length === 0;
  return (
    <Stack
      gap="xs"
      role="group"
      aria-label="Affected assets"
      pl="sm"
      style={{borderInlineStart: '2px solid var(--mantine-color-default-border)'}}
    >
      <TagsInput
        label="Affected owners"
        description="A column is removed or retyped, or a table dropped, upstream of what they own."
        placeholder={isAny ? 'Any or none' : ''}
        splitChars={[',', ';']}
        acceptValueOnBlur
        value={[...owners]}
        onChange={given => onChange({...affects, owners: given})}
      />
      <MultiSelect
        {...shared}
        label="Affected domains"
        placeholder={isAny ? 'Any or none' : ''}
        data={[...domains]}
        value={[...chosen]}
        onChange={given => onChange({...affects, domains: given})}
      />
      <EntityPicker
        label="Affected assets"
        typeName="DataSet"
        isMany
        value={assets.map(one => {
          const name = names?.get(one.guid ?? '');
          return name === undefined ? one : {...one, displayText: name};
        })}
        onChange={given => onChange({...affects, assets: given})}
      />
    </Stack>
  );
}
