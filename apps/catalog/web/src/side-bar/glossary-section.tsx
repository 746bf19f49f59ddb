import {Text} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link, useParams, useSearch} from '@tanstack/react-router';
import {BookOpen} from 'lucide-react';
import {useState} from 'react';
import {glossariesQuery} from '../api/queries.ts';
import {kindOf} from '../pages/glossary/glossary-link.ts';
import {GlossaryTree} from '../pages/glossary/tree/glossary-tree.tsx';
import {FilterField} from './filter-field.tsx';
import {Nothing} from './nothing.tsx';
import classes from './side-bar.module.css';

/** Glossaries with their terms, which lead to their pages. */
export function GlossarySection() {
  const glossaries = useSuspenseQuery(glossariesQuery).data;
  const {guid} = useParams({strict: false});
  const {gtype} = useSearch({strict: false});
  const kind = kindOf(gtype);
  const [text, setText] = useState('');
  // The server looks for it.
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
        <FilterField of="terms" text={text} onText={setText} />
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
