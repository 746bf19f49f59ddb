import type {ReactNode} from 'react';
import classes from './facts.module.css';

type FactsProps = {
  readonly children: ReactNode;
  /**
   * `narrow`: beside something else, with little room. `ruled`: with a line below each, for the
   * many that an entity may have.
   */
  readonly look?: 'plain' | 'narrow' | 'ruled';
};

/**
 * Names of facts, and beside each what is so. A list of terms and their descriptions, as which a
 * screen reader tells it.
 */
export function Facts({children, look = 'plain'}: FactsProps) {
  return (
    <dl className={classes['facts']} data-look={look}>
      {children}
    </dl>
  );
}

type FactProps = {
  readonly name: string;
  /** What the API calls it, where that is another name: it shows at the pointer. */
  readonly technical?: string;
  readonly children: ReactNode;
};

export function Fact({name, technical, children}: FactProps) {
  return (
    <>
      <dt title={technical === name ? undefined : technical}>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
