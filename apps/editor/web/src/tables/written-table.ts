import {dialectOf, writtenName} from '@gazetteer/sql';
import type {Engine} from '../api/wire.ts';

/** A table as statements name it. */
export function writtenTable({dialect}: Engine, ...path: readonly string[]): string {
  return path.map(part => writtenName(part, dialectOf(dialect))).join('.');
}
