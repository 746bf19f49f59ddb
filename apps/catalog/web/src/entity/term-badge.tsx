import {BookText} from 'lucide-react';
import type {Meaning} from '../api/wire.ts';
import {BadgeLink} from './badge-link.tsx';
import classes from './badge.module.css';

/** A term of the glossary that leads to its page, which says what it means and what else has it. */
export function TermBadge({meaning}: {meaning: Meaning}) {
  // An assignment may come without a name, where the term may not be read.
  const name = meaning.displayText ?? meaning.qualifiedName ?? meaning.termGuid;
  return (
    <BadgeLink
      to="/glossary/$guid"
      params={{guid: meaning.termGuid ?? ''}}
      search={{gtype: 'term'}}
      color="gray"
      variant="outline"
      leftSection={<BookText size={11} aria-hidden />}
      className={classes['badge']}
    >
      <bdi>{name}</bdi>
    </BadgeLink>
  );
}
