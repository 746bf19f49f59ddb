import type {ReactNode} from 'react';
import classes from './properties.module.css';

/** Names with their values. */
export function Properties({children}: {children: ReactNode}) {
  return <dl className={classes['properties']}>{children}</dl>;
}

/**
 * `technical` is what the API calls it, where that is another name: it shows when the pointer rests
 * on the name.
 */
export function Property({
  name,
  technical,
  children,
}: {
  name: string;
  technical?: string;
  children: ReactNode;
}) {
  return (
    <>
      <dt title={technical === name ? undefined : technical}>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
