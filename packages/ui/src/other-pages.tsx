import {ArrowUpRight} from 'lucide-react';
import classes from './frame.module.css';
import type {Session} from './session.ts';
import {useOtherHalf} from './use-other-half.ts';

export type OtherPagesProps = {readonly session: Session; readonly url: string};

/**
 * The pages of the other half that this user may use. Until that is known, and while it is away,
 * there is nothing.
 */
export function OtherPages({session, url}: OtherPagesProps) {
  const data = useOtherHalf(session, url);
  if (data?.pages === undefined) return null;
  return (
    <>
      <h2 id="other-half" className={classes['half']}>
        {data.name}
      </h2>
      <ul aria-labelledby="other-half">
        {data.pages.map(({label, url: href}) => (
          <li key={href}>
            <a href={href}>
              <ArrowUpRight size={18} aria-hidden />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
