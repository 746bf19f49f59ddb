import {Link} from '@tanstack/react-router';
import type {ComponentProps, ReactNode} from 'react';

type AssetLinkProps = Pick<ComponentProps<'a'>, 'className' | 'style' | 'title'> & {
  readonly guid: string;
  /** What stands there, in a direction of its own; or `children`. */
  readonly name?: string;
  readonly children?: ReactNode;
};

/**
 * Leads to the page of an asset. `bdi`, so that a name from right to left does not turn what stands
 * around it.
 */
export function AssetLink({guid, name, children, ...own}: AssetLinkProps) {
  return (
    <Link {...own} to="/detailPage/$guid" params={{guid}}>
      {name === undefined ? children : <bdi>{name}</bdi>}
    </Link>
  );
}
