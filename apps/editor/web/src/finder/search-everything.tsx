import {Button, Kbd, Loader, Modal, Text, TextInput} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {isPressed, problemText} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {Search} from 'lucide-react';
import {type KeyboardEvent, useEffect, useRef, useState} from 'react';
import {ask} from '../api/request.ts';
import {session} from '../api/session.ts';
import {go} from '../place.ts';
import classes from './finder.module.css';

/** The header's way to what both halves have, and the key for it. */
export function SearchEverything() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!isPressed('Mod-k', event)) return;
      event.preventDefault();
      setOpen(true);
    };
    // Before a text editor that has the focus takes it.
    document.addEventListener('keydown', press, {capture: true});
    return () => document.removeEventListener('keydown', press, {capture: true});
  }, []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        fullWidth
        justify="space-between"
        fw={400}
        leftSection={<Search size={14} />}
        rightSection={
          <Kbd size="xs" visibleFrom="sm">
            Ctrl K
          </Kbd>
        }
        onClick={() => setOpen(true)}
      >
        Search assets, queries, history
      </Button>
      {isOpen && <SearchDialog close={() => setOpen(false)} />}
    </>
  );
}

type Found = {
  readonly kind: string;
  readonly label: string;
  readonly place?: string;
  readonly url: string;
};

const maxOfKind = 5;
/** Of the server. */
const maxText = 200;

/** In the order of the list, by what the server calls them. */
const groups: Readonly<Record<string, string>> = {
  asset: 'Asset',
  column: 'Column',
  query: 'Saved query',
  statement: 'History',
  term: 'Glossary term',
  classification: 'Assets with the classification',
  owner: 'Assets of the owner',
  words: 'All results in the catalog',
};

const foundQuery = (text: string) => ({
  queryKey: ['found-everywhere', text],
  queryFn: async ({signal}: {signal: AbortSignal}): Promise<readonly Found[]> => {
    const [there, {documents}, {statements}] = await Promise.all([
      foundInCatalog(text, signal),
      ask('GET /api/v1/documents', {query: {text, kind: 'query', limit: maxOfKind}}, {signal}),
      ask('GET /api/v1/history', {query: {text, limit: 30}}, {signal}),
    ]);
    const all: readonly Found[] = [
      ...there,
      ...documents.map(({uuid, name, owner}) => ({
        kind: 'query',
        label: name,
        place: owner,
        url: `/app/editor/?document=${uuid}`,
      })),
      // The same statement is often run again.
      ...[...new Map(statements.toReversed().map(one => [one.statement, one])).values()]
        .toReversed()
        .slice(0, maxOfKind)
        .map(({id, statement, engine}) => ({
          kind: 'statement',
          label: statement.replaceAll(/\s+/g, ' ').trim(),
          place: engine,
          url: `/app/editor/?editor=${id}`,
        })),
    ];
    return Object.keys(groups).flatMap(kind => all.filter(one => one.kind === kind));
  },
  staleTime: 10_000,
});

async function foundInCatalog(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const query = new URLSearchParams({text}).toString();
  const answer = await session.fetch(`/account/other/found?${query}`, {signal});
  if (!answer.ok) throw new Error(`The search failed with status ${answer.status}.`);
  return ((await answer.json()) as {found: readonly Found[]}).found;
}

function SearchDialog({close}: {readonly close: () => void}) {
  const [text, setText] = useState('');
  const [waited] = useDebouncedValue(text.trim(), 120);
  const {data, error, isFetching} = useQuery({
    ...foundQuery(waited),
    enabled: waited !== '',
    placeholderData: keepPreviousData,
  });
  const found = text.trim() === '' ? [] : (data ?? []);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, found.length - 1);
  const open = ({url}: Found) => {
    close();
    if (url.startsWith('/')) go(url);
    else location.assign(url);
  };
  // The focus stays in the field, as the pattern of a combobox of ARIA has it.
  const press = (event: KeyboardEvent) => {
    const one = found[active];
    if (event.key === 'ArrowDown') setChosen(Math.min(found.length - 1, active + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, active - 1));
    // What is found is of the text before until it has come.
    else if (event.key === 'Enter' && one !== undefined && waited === text.trim()) open(one);
    else return;
    event.preventDefault();
  };
  const isWaiting = isFetching || waited !== text.trim();
  return (
    <Modal opened onClose={close} title="Search everything" size="lg" yOffset="10vh">
      <TextInput
        data-autofocus
        aria-label="Search assets, columns, terms, owners, queries and history"
        placeholder="Search assets, columns, terms, owners, queries, history"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found-everywhere"
        aria-activedescendant={found.length > 0 ? `found-everywhere-${active}` : undefined}
        spellCheck={false}
        maxLength={maxText}
        leftSection={<Search size={16} />}
        rightSection={isWaiting && <Loader size="xs" role="img" aria-label="Searching" />}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <FoundList found={found} active={active} onChoose={open} />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {text.trim() === ''
          ? 'Finds what the catalog has, your saved queries and what you ran.'
          : error !== null
            ? problemText(error)
            : found.length === 0 && !isWaiting
              ? 'No results'
              : ''}
      </Text>
    </Modal>
  );
}

type FoundListProps = {
  readonly found: readonly Found[];
  readonly active: number;
  readonly onChoose: (one: Found) => void;
};

function FoundList({found, active, onChoose}: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({block: 'nearest'});
  }, [active, found]);
  return (
    <div
      id="found-everywhere"
      role="listbox"
      aria-label="Results"
      ref={list}
      className={classes['list']}
    >
      {found.map((one, n) => (
        <div
          key={`${one.kind}\0${one.url}`}
          id={`found-everywhere-${n}`}
          role="option"
          aria-selected={n === active}
          className={classes['row']}
          onClick={() => onChoose(one)}
        >
          <span className={classes['database']}>{groups[one.kind]}</span>
          <bdi className={classes['name']}>{one.label}</bdi>
          <bdi className={classes['comment']}>{one.place}</bdi>
        </div>
      ))}
    </div>
  );
}
