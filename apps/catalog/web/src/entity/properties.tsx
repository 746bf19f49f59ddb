import type {ReactNode} from 'react';
import classes from './properties.module.css';

/** Names with their values. */
export function Properties({children}: {children: ReactNode}) {
  return <dl className={classes['properties']}>{children}</dl>;
}

export function Property({name, children}: {name: string; children: ReactNode}) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
