import {Anchor, Breadcrumbs} from '@mantine/core';
import type {Engine} from '../api/wire.ts';
import {PageLink} from '../shell/page-link.tsx';
import {tableAddress} from './table-link.ts';
import classes from './tables.module.css';

/** The names over a list or a table, each a link. */
export function TablePath({engine, database}: {engine: Engine; database?: string}) {
  return (
    <Breadcrumbs className={classes['path']}>
      <Anchor component={PageLink} to={tableAddress({engine: engine.type})}>
        {engine.displayName}
      </Anchor>
      {database !== undefined && (
        <Anchor component={PageLink} to={tableAddress({engine: engine.type, database})}>
          <bdi>{database}</bdi>
        </Anchor>
      )}
    </Breadcrumbs>
  );
}
