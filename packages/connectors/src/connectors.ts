import type {Connector} from './connector.ts';
import {postgresql} from './postgresql/postgresql.ts';

/** All kinds of sources, by what `type:` says. */
export const connectors: ReadonlyMap<string, Connector> = new Map(
  [postgresql].map(one => [one.type, one as unknown as Connector]),
);
