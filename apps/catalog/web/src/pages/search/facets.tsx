import {Button, Checkbox, Skeleton, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {ErrorState} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {facetsQuery} from '../../api/queries.ts';
import {isInternal} from '../../api/type-index.ts';
import {serviceLabel, typeLabel} from '../../entity/display-name.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {readFacets, toggled, writeFacets} from './facet-text.ts';
import {type SearchLink, searchParameters} from './search-link.ts';
import classes from './facets.module.css';

export type Facet = NonNullable<Schemas['SearchFacets']['facets']>[number];
type Value = Facet['values'][number];

type FacetsProps = {
  readonly link: SearchLink;
  /** As it was asked in the end. */
  readonly query: string | undefined;
  readonly onChange: (changes: SearchLink) => void;
  /** A facet that the page itself has chosen. */
  readonly fixed?: string;
};

/** Names of the API; attributes of types come with names of their own. */
const titles: Readonly<Record<string, string>> = {
  degree: 'Hops',
  kind: 'Kind',
  type: 'Type',
  source: 'Source',
  container: 'Container',
  owner: 'Owner',
  steward: 'Steward',
  technicalContact: 'Technical contact',
  classification: 'Classification',
  term: 'Term',
  domain: 'Domain',
  product: 'Data product',
  certification: 'Certification',
  tier: 'Tier',
  announcement: 'Announcement',
  checks: 'Checks',
  lastQuery: 'Last query',
  label: 'Label',
  status: 'Status',
};

/** Three words of the API that people would not guess. */
const kinds: Readonly<Record<string, string>> = {
  asset: 'Assets',
  part: 'Columns and parts',
  process: 'Processes',
};

/** From the newest on, as they are listed. */
const lastQueries: Readonly<Record<string, string>> = {
  last7Days: 'Last 7 days',
  last30Days: '7–29 days ago',
  last90Days: '30–89 days ago',
  older: 'Not in 90 days',
};

/** Values of a facet before somebody asks for more. */
const maxShown = 5;

/** What the results have, with how many have it; what is checked narrows them. */
export function Facets({link, query, onChange, fixed}: FacetsProps) {
  const choice = readFacets(link.facets);
  // A facet counts over the whole search, so the page does not matter.
  const asked = {...searchParameters({...link, query}, []), limit: 1, offset: 0};
  const {data, isError, error, refetch, isPlaceholderData} = useQuery({
    ...facetsQuery(asked),
    placeholderData: keepPreviousData,
  });
  // What the page itself has chosen is not the user's to clear.
  const count = Object.entries(choice).reduce(
    (sum, [name, values]) => sum + (name === fixed ? 0 : values.length),
    0,
  );
  const [isOpen, setOpen] = useState(false);
  if (isError) return <ErrorState error={error} retry={() => void refetch()} />;
  const shown = (data?.facets ?? [])
    .map(withoutInternal)
    .map(inOrder)
    .filter(one => one.name !== fixed && isTelling(one, choice));
  return (
    <section
      className={classes['facets']}
      aria-label="Refine results"
      data-open={isOpen || undefined}
    >
      <div className={classes['head']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Refine{count > 0 && ` (${count})`}
        </button>
        {count > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => onChange({facets: ''})}>
            Clear
          </Button>
        )}
      </div>
      <div className={classes['list']} data-stale={isPlaceholderData || undefined}>
        {data === undefined && <Skeleton height={180} role="status" aria-label="Counting" />}
        {shown.map(facet => (
          <FacetGroup
            key={facet.name}
            facet={facet}
            chosen={choice[facet.name] ?? []}
            onToggle={value => onChange({facets: writeFacets(toggled(choice, facet.name, value))})}
          />
        ))}
        {data !== undefined && shown.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing to refine by.
          </Text>
        )}
      </div>
    </section>
  );
}

/** The server counts them; people have no use for them. */
function withoutInternal(facet: Facet): Facet {
  return facet.name === 'type'
    ? {...facet, values: facet.values.filter(one => !isInternal(one.value))}
    : facet;
}

/** Spans of time are listed one after the other, whatever their counts. */
function inOrder(facet: Facet): Facet {
  if (facet.name !== 'lastQuery') return facet;
  const place = ({value}: Value) => Object.keys(lastQueries).indexOf(value);
  return {...facet, values: facet.values.toSorted((a, b) => place(a) - place(b))};
}

/** They tell nothing as long as there is one only. */
const single: ReadonlySet<string> = new Set(['kind', 'type', 'source', 'status']);

function isTelling(
  {name, values}: Facet,
  choice: Readonly<Record<string, readonly string[]>>,
): boolean {
  return (
    values.length > 0 && (!single.has(name) || values.length > 1 || choice[name] !== undefined)
  );
}

type GroupProps = {
  readonly facet: Facet;
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
};

/** The values of one facet, with how many have each. */
export function FacetGroup({facet, chosen, onToggle}: GroupProps) {
  const [isAll, setAll] = useState(false);
  const {name, values, isMore} = facet;
  // What is checked stays in sight.
  const shown = values.filter(({value}, at) => isAll || at < maxShown || chosen.includes(value));
  const rest = values.length - shown.length;
  return (
    <fieldset className={classes['group']}>
      <legend>
        <bdi>{titles[name] ?? name.replace('.', ': ')}</bdi>
      </legend>
      {shown.map(one => (
        <FacetValue
          key={one.value}
          facet={name}
          one={one}
          isChosen={chosen.includes(one.value)}
          onToggle={() => onToggle(one.value)}
        />
      ))}
      {(rest > 0 || isAll) && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? 'Show fewer' : `Show ${rest.toLocaleString()}${isMore === true ? '+' : ''} more`}
        </Button>
      )}
      {isAll && isMore === true && (
        <Text size="xs" c="dimmed">
          The most frequent ones are shown. Search for others.
        </Text>
      )}
    </fieldset>
  );
}

type ValueProps = {
  readonly facet: string;
  readonly one: Value;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
};

function FacetValue({facet, one, isChosen, onToggle}: ValueProps) {
  const {count, isMore, typeName} = one;
  const text = `${count.toLocaleString()}${isMore === true ? '+' : ''}`;
  return (
    <Checkbox
      size="xs"
      classNames={{body: classes['value'] ?? '', labelWrapper: classes['wrapper'] ?? ''}}
      checked={isChosen}
      onChange={onToggle}
      label={
        <span className={classes['label']}>
          {typeName !== undefined && <TypeIcon typeName={typeName} />}
          <bdi title={one.label ?? one.value}>{textOf(facet, one)}</bdi>
          <span className={classes['count']}>{text}</span>
        </span>
      }
    />
  );
}

function textOf(facet: string, {value, label}: Value): string {
  if (facet === 'kind') return kinds[value] ?? value;
  if (facet === 'type') return typeLabel(value);
  if (facet === 'source') return serviceLabel(value);
  if (facet === 'lastQuery') return lastQueries[value] ?? value;
  if (facet === 'status') return value === 'DELETED' ? 'Deleted' : 'Active';
  return label ?? value;
}
