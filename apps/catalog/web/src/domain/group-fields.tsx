import {MultiSelect, Select} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {domainPath} from './domain-tree.ts';
import {domainsQuery, productsQuery} from './queries.ts';

/** Of more the one that is meant has to be typed. Fields draw all they offer at once. */
const offered = 100;

type DomainFieldProps = {
  readonly label: string;
  readonly description?: string;
  readonly value: string | null;
  readonly onChange: (guid: string | null) => void;
  readonly isFirst?: boolean;
  /** Guids that cannot be chosen. */
  readonly hidden?: readonly string[];
};

/** One list for all drawings: a new one each time would look like a change to the field. */
const nobody: readonly string[] = [];

/** One of the domains, by its name with those above it. */
export function DomainField({isFirst = false, hidden = nobody, ...field}: DomainFieldProps) {
  const {data = [], isError, isPending} = useQuery(domainsQuery);
  return (
    <Select
      {...field}
      {...(isFirst ? {'data-autofocus': true} : {})}
      searchable
      clearable
      // Open, it would cover the buttons of the dialog that begins with it.
      openOnFocus={false}
      limit={offered}
      placeholder={isPending ? 'Loading domains…' : 'None'}
      nothingFoundMessage={isError ? 'Couldn’t load domains' : 'No such domain'}
      data={data
        .filter(one => !hidden.includes(one.guid))
        .map(one => ({value: one.guid, label: domainPath(data, one.guid)}))
        .toSorted((a, b) => a.label.localeCompare(b.label))}
    />
  );
}

type ProductsFieldProps = {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (guids: string[]) => void;
  readonly isFirst?: boolean;
};

/** Any of the data products. */
export function ProductsField({value, onChange, isFirst = false, ...field}: ProductsFieldProps) {
  const {data = [], isError, isPending} = useQuery(productsQuery);
  const known = new Set(data.map(one => one.guid));
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      {...field}
      {...(isFirst ? {'data-autofocus': true} : {})}
      searchable
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      limit={offered}
      placeholder={isPending ? 'Loading data products…' : value.length === 0 ? 'None' : ''}
      nothingFoundMessage={isError ? 'Couldn’t load data products' : 'No such data product'}
      data={data.map(one => ({value: one.guid, label: one.name}))}
      value={value.filter(one => known.has(one))}
      onChange={guids => {
        // Those that may not be read, or are not loaded yet, stay.
        onChange([...guids, ...value.filter(one => !known.has(one))]);
        setOpen(false);
      }}
    />
  );
}
