import {Link} from '@tanstack/react-router';
import {ChevronRight} from 'lucide-react';
import {Fragment} from 'react';
import classes from './glossary.module.css';
import type {Kind} from './glossary-link.ts';

export type Step = {readonly guid: string; readonly kind: Kind; readonly label: string};

/** Where something stands, from the top down. */
export function Way({steps}: {steps: readonly Step[]}) {
  return (
    // A landmark, since the way up is what people look for on a page in a tree.
    <nav aria-label="Breadcrumbs" className={classes['way']}>
      <Link to="/glossary">Glossaries</Link>
      {steps.map(step => (
        <Fragment key={step.guid}>
          <ChevronRight size={14} aria-hidden />
          <ItemLink {...step} />
        </Fragment>
      ))}
    </nav>
  );
}

/** Leads to a glossary, a category or a term. */
export function ItemLink({guid, kind, label}: Step) {
  return (
    <Link to="/glossary/$guid" params={{guid}} search={{gtype: kind}}>
      <bdi>{label}</bdi>
    </Link>
  );
}
