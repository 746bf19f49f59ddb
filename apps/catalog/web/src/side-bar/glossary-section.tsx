import {CloseButton, Text, TextInput} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link, useParams, useSearch} from '@tanstack/react-router';
import {BookOpen, Filter} from 'lucide-react';
import {useState} from 'react';
import {glossariesQuery} from '../api/queries.ts';
import {kindOf} from '../pages/glossary/glossary-link.ts';
import {GlossaryTree} from '../pages/glossary/tree/glossary-tree.tsx';
import {Nothing} from './nothing.tsx';
import classes from './side-bar.module.css';

/** Glossaries with their terms, which lead to their pages. */
export function GlossarySection() {
  const glossaries = useSuspenseQuery(glossariesQuery).data;
  const {guid} = useParams({strict: false});
  const {gtype} = useSearch({strict: false});
  const kind = kindOf(gtype);
  const [text, setText] = useState('');
  const [find] = useDebouncedValue(text.trim(), 250);
  if (glossaries.length === 0)
    return (
      <>
        <Nothing>No glossary yet.</Nothing>
        <Text size="sm" px="xs">
          <Link to="/glossary">Create one</Link>
        </Text>
      </>
    );
  return (
    <>
      <div className={classes['bar']}>
        <TextInput
          size="xs"
          placeholder="Filter terms"
          aria-label="Filter terms"
          leftSection={<Filter size={12} />}
          rightSection={
            text === '' ? undefined : (
              <CloseButton size="xs" aria-label="Clear the filter" onClick={() => setText('')} />
            )
          }
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Link
          to="/glossary"
          className={classes['all']}
          aria-label="All glossaries"
          title="All glossaries"
        >
          <BookOpen size={16} aria-hidden />
        </Link>
      </div>
      <GlossaryTree
        view="term"
        find={find}
        current={guid === undefined || kind === undefined ? undefined : {guid, kind}}
        link={{}}
        maxHeight="20rem"
      />
    </>
  );
}
