import type {Param, Session} from '@gazetteer/db';
import type {Onlooker} from '../config/sharing.ts';

/**
 * The condition that a grant `g` is for this actor. One by link is for everybody who has the id;
 * lists leave it out, since whoever sees them all would not need the link. Where sharing is
 * switched off no grant counts, whenever it was given.
 */
export function grantedTo(
  {userName, groups, sharing}: Onlooker,
  dialect: Session['dialect'],
  byLink: boolean,
): [string, Param[]] {
  if (!sharing.isOn) return ['(1 = 0)', []];
  const link = byLink && sharing.byLink ? " OR g.kind = 'link'" : '';
  return [
    `((g.kind = 'user' AND g.name = ?) OR (g.kind = 'group' AND ${dialect.inList('g.name', 'text')})${link})`,
    [userName, [...groups]],
  ];
}
