import {Badge, Button, Collapse, Group} from '@mantine/core';
import {countRules, IconButton} from '@gazetteer/ui';
import {Filter, Gauge, Link2, Save} from 'lucide-react';
import {lazy, Suspense, useState} from 'react';
import {shareLink} from '../../share-link.ts';
import {DownloadMenu} from './download-menu.tsx';
import {attributesToAsk, type ResultColumn} from './result-columns.tsx';
import {SaveSearch} from './save-search.tsx';
import {filterOf, type SearchLink, shownParameters} from './search-link.ts';
import {ColumnMenu, OptionMenu} from './search-menus.tsx';
import {ClassificationPick, QueryField, TypePick} from './search-picks.tsx';
import classes from './search.module.css';

/** Loaded when it is opened: most searches are words. */
const FilterPanel = lazy(async () => ({default: (await import('./filter-panel.tsx')).FilterPanel}));
const ExplainDialog = lazy(async () => ({
  default: (await import('./explain-dialog.tsx')).ExplainDialog,
}));

type SearchToolsProps = {
  readonly link: SearchLink;
  readonly columns: readonly ResultColumn[];
  readonly onChange: (changes: SearchLink) => void;
  readonly count: number;
};

/** What narrows the search, and what can be done with it as a whole. */
export function SearchTools({link, columns, onChange, count}: SearchToolsProps) {
  const rules = countRules(filterOf(link.entityFilters)) + countRules(filterOf(link.tagFilters));
  // A link with conditions shows them.
  const [isFiltering, setFiltering] = useState(rules > 0);
  const [isSaving, setSaving] = useState(false);
  // Undefined until it is asked for the first time, so that its part is not loaded before.
  const [isExplaining, setExplaining] = useState<boolean>();
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
          Filters
        </Button>
        <Group gap={4}>
          <OptionMenu link={link} onChange={onChange} />
          <ColumnMenu link={link} columns={columns} onChange={onChange} />
          <IconButton
            label="Save this search"
            variant="default"
            size={36}
            onClick={() => setSaving(true)}
          >
            <Save size={16} />
          </IconButton>
          <IconButton
            label="Copy a link to this search"
            variant="default"
            size={36}
            onClick={() => void shareLink(location.href)}
          >
            <Link2 size={16} />
          </IconButton>
          <DownloadMenu link={link} columns={columns} count={count} />
          <IconButton
            label="Explain search"
            variant="default"
            size={36}
            onClick={() => setExplaining(true)}
          >
            <Gauge size={16} />
          </IconButton>
        </Group>
      </div>
      <Collapse expanded={isFiltering}>
        {isFiltering && (
          <Suspense>
            <FilterPanel link={link} onChange={onChange} />
          </Suspense>
        )}
      </Collapse>
      <SaveSearch
        link={link}
        columns={columns}
        isOpen={isSaving}
        onClose={() => setSaving(false)}
      />
      {isExplaining !== undefined && (
        <Suspense>
          <ExplainDialog
            isOpen={isExplaining}
            onClose={() => setExplaining(false)}
            // What the page asks, so that the explanation is of this very search.
            parameters={shownParameters(link, attributesToAsk(columns))}
          />
        </Suspense>
      )}
    </>
  );
}
