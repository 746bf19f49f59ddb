import type {ReactNode} from 'react';
import classes from './facts.module.css';

type FactsProps = {
  readonly children: ReactNode;
  /** Beside something else, with little room. */ readonly isNarrow?: boolean;
};

/**
 * Names of facts, and beside each what is so. A list of terms and their descriptions, as which a
 * screen reader tells it.
 */
export function Facts({children, isNarrow = false}: FactsProps) {
  return (
    <dl className={classes['facts']} data-narrow={isNarrow || undefined}>
      {children}
    </dl>
  );
}

export function Fact({name, children}: {readonly name: string; readonly children: ReactNode}) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
