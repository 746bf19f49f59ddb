import {BookText} from 'lucide-react';
import type {Meaning} from '../api/wire.ts';
import {searchLink} from '../pages/search/search-link.ts';
import {BadgeLink} from './badge-link.tsx';
import classes from './badge.module.css';

/** A term of the glossary that leads to everything it is assigned to. */
export function TermBadge({meaning}: {meaning: Meaning}) {
  const name = meaning.displayText ?? meaning.qualifiedName ?? meaning.termGuid;
  return (
    <BadgeLink
      to="/search/searchResult"
      search={searchLink({term: meaning.qualifiedName ?? name})}
      color="gray"
      variant="outline"
      leftSection={<BookText size={11} aria-hidden />}
      className={classes['badge']}
    >
      <bdi>{name}</bdi>
    </BadgeLink>
  );
}
