import {Tooltip} from '@mantine/core';
import {GitBranch} from 'lucide-react';
import {searchLink} from '../pages/search/search-link.ts';
import {BadgeLink} from './badge-link.tsx';
import classes from './badge.module.css';

/** A classification that leads to everything that carries it. */
export function ClassificationBadge({
  name,
  isPropagated = false,
}: {
  name: string;
  isPropagated?: boolean;
}) {
  // Propagated ones differ by outline and icon and not by a colour alone; a screen reader is told
  // in words.
  const badge = (
    <BadgeLink
      to="/search/searchResult"
      search={searchLink({tag: name})}
      variant={isPropagated ? 'outline' : 'light'}
      leftSection={isPropagated ? <GitBranch size={11} aria-hidden /> : undefined}
      className={classes['badge']}
    >
      <bdi>{name}</bdi>
      {isPropagated && <span className={classes['spoken']}> (propagated)</span>}
    </BadgeLink>
  );
  return isPropagated ? <Tooltip label="Propagated from another entity">{badge}</Tooltip> : badge;
}
