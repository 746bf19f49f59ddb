import {ActionIcon, Badge, Button, Checkbox, Collapse, Group, Menu, Select, TextInput, Tooltip} from '@mantine/core';
import {countRules, saveFile, csv, toast, messageOf} from '@gazetteer/ui';
import {Columns3, Download, Filter, Link2, Save, Search, Settings2} from 'lucide-react';
import {lazy, Suspense, useEffect, useState} from 'react';
import {queries, searchQuery} from '../../api/queries.ts';
import {allClassificationTypes, allEntityTypes, isInternal, useTypes} from '../../api/type-index.ts';
import {allColumns, attributesToAsk, defaultColumns, type ResultColumn} from './result-columns.tsx';
import {SaveSearch} from './save-search.tsx';
import {filterOf, type SearchLink, searchParameters} from './search-link.ts';
import classes from './search.module.css';

const FilterPanel = lazy(async () => ({default: (await import('./filter-panel.tsx')).FilterPanel}));

type SearchToolsProps = {
  readonly link: SearchLink;
  readonly columns: readonly ResultColumn[];
  readonly onChange: (changes: SearchLink) => void;
  readonly count: number;
};

/** What narrows the search, and what can be done with it as a whole. */
export function SearchTools({link, columns, onChange, count}: SearchToolsProps) {
  const rules = countRules(filterOf(link.entityFilters)) + countRules(filterOf(link.tagFilters));
  const [isFiltering, setFiltering] = useState(rules > 0);
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <div className={classes['tools']}>
        <QueryField link={link} onChange={onChange} />
        <TypePick link={link} onChange={onChange} />
        <ClassificationPick link={link} onChange={onChange} />
        <Button
          variant={rules > 0 ? 'light' : 'default'}
          leftSection={<Filter size={16} />}
          rightSection={rules > 0 ? <Badge circle>{rules}</Badge> : undefined}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          Conditions
        </Button>
        <OptionMenu link={link} onChange={onChange} />
        <ColumnMenu link={link} columns={columns} onChange={onChange} />
        <Group gap={4}>
          <Tool label="Save this search" onClick={() => setSaving(true)} Icon={Save} />
          <Tool label="Copy a link to this search" onClick={() => void share()} Icon={Link2} />
          <Tool label="Download as CSV" onClick={() => void download(link, columns, count)} Icon={Download} />
        </Group>
      </div>
      <Collapse expanded={isFiltering}>
        {isFiltering && (
          <Suspense>
            <FilterPanel link={link} onChange={onChange} />
          </Suspense>
        )}
      </Collapse>
      <SaveSearch link={link} columns={columns} isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  );
}

function Tool({label, onClick, Icon}: {label: string; onClick: () => void; Icon: typeof Save}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} onClick={onClick}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

type PickProps = {readonly link: SearchLink; readonly onChange: (changes: SearchLink) => void};

function QueryField({link, onChange}: PickProps) {
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
        aria-label="Words to find"
        placeholder='Words, cust*, "exact words", a OR b'
        leftSection={<Search size={16} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={() => text.trim() !== (link.query ?? '') && onChange({query: text.trim()})}
      />
    </form>
  );
}

function TypePick({link, onChange}: PickProps) {
  const types = useTypes();
  const names = [...types.entities.keys()].filter(name => !isInternal(name)).toSorted();
  return (
    <Select
      className={classes['pick']}
      aria-label="Type"
      placeholder="Any type"
      searchable
      clearable
      limit={200}
      nothingFoundMessage="No such type"
      data={withCurrent(names, link.type, allEntityTypes)}
      value={link.type === allEntityTypes ? null : (link.type ?? null)}
      onChange={type =>
        onChange({
          type: type ?? (link.tag === undefined ? allEntityTypes : ''),
          entityFilters: '',
          sortBy: '',
          attributes: '',
        })
      }
    />
  );
}

function ClassificationPick({link, onChange}: PickProps) {
  const types = useTypes();
  const names = [...types.classifications.keys()].filter(name => !isInternal(name)).toSorted();
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

/** A link may name what is not there (any more); it stays visible, and the search says what is wrong. */
function withCurrent(names: readonly string[], current: string | undefined, ...known: readonly string[]): string[] {
  return current === undefined || names.includes(current) || known.includes(current) ? [...names] : [current, ...names];
}

function OptionMenu({link, onChange}: PickProps) {
  const option = (name: 'includeDE' | 'excludeST' | 'excludeSC', label: string, isInverse: boolean) => {
    const isSet = link[name] === 'true';
    return (
      <Checkbox
        label={label}
        checked={isInverse ? !isSet : isSet}
        onChange={() => onChange({[name]: isSet ? '' : 'true'})}
      />
    );
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" trapFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<Settings2 size={16} />}>
          Options
        </Button>
      </Menu.Target>
      <Menu.Dropdown p="sm">
        <Group gap="sm" style={{flexDirection: 'column', alignItems: 'flex-start'}}>
          {option('includeDE', 'Deleted entities, too', false)}
          {option('excludeST', 'Sub-types, too', true)}
          {option('excludeSC', 'Sub-classifications, too', true)}
        </Group>
      </Menu.Dropdown>
    </Menu>
  );
}

function ColumnMenu({link, columns, onChange}: PickProps & {columns: readonly ResultColumn[]}) {
  const types = useTypes();
  const chosen = columns.map(column => column.id);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id];
    onChange({
      attributes: next.join(',') === defaultColumns.join(',') ? '' : next.join(','),
      pageOffset: link.pageOffset ?? '',
    });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" trapFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<Columns3 size={16} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown p="sm" mah={420} style={{overflowY: 'auto'}}>
        <Group gap="xs" style={{flexDirection: 'column', alignItems: 'flex-start'}}>
          {allColumns(link, types).map(column => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={chosen.includes(column.id)}
              disabled={column.id === 'name'}
              onChange={() => toggle(column.id)}
            />
          ))}
        </Group>
      </Menu.Dropdown>
    </Menu>
  );
}

async function share(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast({kind: 'done', title: 'The link is copied'});
  } catch {
    toast({
      kind: 'note',
      title: 'The browser does not allow copying here',
      text: 'The address of this window is the link.',
    });
  }
}

const maxRows = 10_000;

/** The columns as they are shown, and all rows up to what one request may ask for. */
async function download(link: SearchLink, columns: readonly ResultColumn[], count: number): Promise<void> {
  try {
    const parameters = {...searchParameters(link, attributesToAsk(columns)), limit: maxRows, offset: 0};
    const {entities = []} = await queries.fetchQuery(searchQuery(parameters));
    const rows = entities.map(entity => columns.map(column => column.text(entity)));
    const text = csv([columns.map(column => column.header), ...rows]);
    saveFile('search.csv', new Blob(['\ufeff', text], {type: 'text/csv;charset=utf-8'}));
    if (count > entities.length) {
      toast({
        kind: 'note',
        title: `The file has the first ${entities.length.toLocaleString()} of ${count.toLocaleString()} results`,
        text: 'Narrow the search to get the others.',
      });
    }
  } catch (error) {
    toast({kind: 'problem', title: 'The file could not be made', text: messageOf(error)});
  }
}
