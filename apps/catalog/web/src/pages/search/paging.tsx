import {Button, Group, Select} from '@mantine/core';
import {ChevronLeft, ChevronRight} from 'lucide-react';
import {limitOf, offsetOf, type SearchLink} from './search-link.ts';
import classes from './search.module.css';

type PagingProps = {
  readonly link: SearchLink;
  readonly shown: number;
  /** -1 when the server did not count. */
  readonly count: number;
  readonly onChange: (changes: SearchLink) => void;
};

const sizes = ['25', '50', '100', '500'];

/**
 * To other pages of results. A negative count is not known: then a full page is all that speaks for
 * a next one.
 */
export function Paging({link, shown, count, onChange}: PagingProps) {
  const [offset, limit] = [offsetOf(link), limitOf(link)];
  const hasNext = count < 0 ? shown === limit : offset + limit < count;
  const page = Math.floor(offset / limit) + 1;
  const pages = count < 0 ? undefined : Math.max(page, Math.ceil(count / limit));
  // The first page has no parameter.
  const go = (to: number) => onChange({pageOffset: to === 0 ? '' : String(to)});
  return (
    <nav aria-label="Result pages" className={classes['paging']}>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<ChevronLeft size={14} />}
          disabled={offset === 0}
          onClick={() => go(Math.max(0, offset - limit))}
        >
          Previous
        </Button>
        <span aria-live="polite">
          Page {page.toLocaleString()}
          {pages !== undefined && <> of {pages.toLocaleString()}</>}
        </span>
        <Button
          variant="default"
          size="xs"
          rightSection={<ChevronRight size={14} />}
          disabled={!hasNext}
          onClick={() => go(offset + limit)}
        >
          Next
        </Button>
      </Group>
      <Select
        size="xs"
        w={130}
        aria-label="Results on a page"
        allowDeselect={false}
        // An address may say another size.
        data={[...new Set([...sizes, String(limit)])].map(value => ({
          value,
          label: `${value} per page`,
        }))}
        value={String(limit)}
        onChange={value => onChange({pageLimit: value === '25' || value === null ? '' : value})}
      />
    </nav>
  );
}
