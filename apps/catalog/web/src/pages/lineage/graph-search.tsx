import {SearchInput} from '@gazetteer/ui';
import {ActionIcon, Group, Text} from '@mantine/core';
import {ChevronDown, ChevronUp} from 'lucide-react';
import {type KeyboardEvent, useState} from 'react';
import classes from './lineage.module.css';
import type {Card} from './scene.ts';

/**
 * Cards with all of the words in name, type, classification or column, in the order of the graph.
 * Only in what is loaded; the impact searches all of the lineage.
 */
export function cardsWith(text: string, cards: Iterable<Card>): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return [...cards]
    .filter(({name, caption, typeName, classifications, rows}) => {
      const all = [name, caption, typeName, ...classifications, ...rows.map(row => row.name)]
        .join('\n')
        .toLowerCase();
      return words.every(word => all.includes(word));
    })
    .map(card => card.guid);
}

/** Finds nodes of the graph: all are marked, Enter goes from one to the next. */
export function GraphSearch({
  text,
  onText,
  hits,
  onGo,
}: {
  text: string;
  onText: (text: string) => void;
  hits: readonly string[];
  onGo: (guid: string) => void;
}) {
  const [at, setAt] = useState(-1);
  const go = (step: number) => {
    if (hits.length === 0) return;
    // Round and round, as finding in a page does.
    const next = (at + step + hits.length) % hits.length;
    setAt(next);
    onGo(hits[next] ?? '');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && text !== '') onText('');
    else return;
    event.preventDefault();
    // Escape would also leave the full screen.
    event.stopPropagation();
  };
  return (
    <SearchInput
      label="Find in this lineage"
      className={classes['search']}
      value={text}
      onChange={next => {
        onText(next);
        // Enter goes to the first of the new hits.
        setAt(-1);
      }}
      onKeyDown={press}
      rightSectionWidth={text === '' ? 0 : 100}
      rightSection={
        text !== '' && (
          <Group gap={0} wrap="nowrap">
            <Text size="xs" c="dimmed" role="status">
              {hits.length === 0 ? 'No match' : `${at < 0 ? '' : `${at + 1} of `}${hits.length}`}
            </Text>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label="Previous one"
              onClick={() => go(-1)}
            >
              <ChevronUp size={14} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label="Next one"
              onClick={() => go(1)}
            >
              <ChevronDown size={14} />
            </ActionIcon>
          </Group>
        )
      }
    />
  );
}
