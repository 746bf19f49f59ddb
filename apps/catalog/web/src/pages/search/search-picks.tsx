import {Select, TextInput} from '@mantine/core';
import {Search} from 'lucide-react';
import {useEffect, useState} from 'react';
import {
  allClassificationTypes,
  allEntityTypes,
  isInternal,
  useTypes,
} from '../../api/type-index.ts';
import {typeChoices} from '../../entity/type-label.tsx';
import type {SearchLink} from './search-link.ts';
import classes from './search.module.css';

export type PickProps = {
  readonly link: SearchLink;
  readonly onChange: (changes: SearchLink) => void;
};

/**
 * Words to look for. It has its own state until it is sent: an address with each letter would fill
 * the browser's history.
 */
export function QueryField({link, onChange}: PickProps) {
  const [text, setText] = useState(link.query ?? '');
  useEffect(() => setText(link.query ?? ''), [link.query]);
  return (
    <form
      className={classes['query']}
      onSubmit={event => {
        event.preventDefault();
        onChange({query: text.trim()});
      }}
    >
      <TextInput
        aria-label="Search text"
        placeholder='Search text, e.g. cust* or "daily sales"'
        leftSection={<Search size={16} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        // Who goes on to a filter means the words, too.
        onBlur={() => text.trim() !== (link.query ?? '') && onChange({query: text.trim()})}
      />
    </form>
  );
}

/** The type to search; those of the catalog's own bookkeeping are not offered. */
export function TypePick({link, onChange}: PickProps) {
  const types = useTypes();
  const names = [...types.entities.keys()].filter(name => !isInternal(name));
  return (
    <Select
      className={classes['pick']}
      aria-label="Type"
      placeholder="Any type"
      searchable
      clearable
      limit={200}
      nothingFoundMessage="No such type"
      {...typeChoices(withCurrent(names, link.type, allEntityTypes))}
      value={link.type === allEntityTypes ? null : (link.type ?? null)}
      onChange={type =>
        onChange({
          type: type ?? (link.tag === undefined ? allEntityTypes : ''),
          // Conditions, order and columns are of attributes, and those of the type that was.
          entityFilters: '',
          sortBy: '',
          attributes: '',
        })
      }
    />
  );
}

/** The classification that results carry. */
export function ClassificationPick({link, onChange}: PickProps) {
  const types = useTypes();
  const names = [...types.classifications.keys()].filter(name => !isInternal(name)).toSorted();
  // The API's words for any and none.
  const special = [
    {value: '_CLASSIFIED', label: 'any classification'},
    {value: '_NOT_CLASSIFIED', label: 'no classification'},
  ];
  const data = [
    {group: 'With', items: special},
    {
      group: 'Classifications',
      items: withCurrent(names, link.tag, ...special.map(one => one.value), allClassificationTypes),
    },
  ];
  return (
    <Select
      className={classes['pick']}
      aria-label="Classification"
      placeholder="Any classification"
      searchable
      clearable
      limit={200}
      nothingFoundMessage="No such classification"
      data={data}
      value={link.tag ?? null}
      onChange={tag => onChange({tag: tag ?? '', tagFilters: ''})}
    />
  );
}

/**
 * A link may name what is not there (any more); it stays visible, and the search says what is
 * wrong.
 */
function withCurrent(
  names: readonly string[],
  current: string | undefined,
  ...known: readonly string[]
): string[] {
  return current === undefined || names.includes(current) || known.includes(current)
    ? [...names]
    : [current, ...names];
}
