import {text} from '@gazetteer/kernel/fields';
import {flag, integer, list, text as textShape} from '@gazetteer/kernel/shape';
import type {FoundTable} from '../engine/sql-engine.ts';
import {whole} from '../http/shapes.ts';
import {query} from '../operation.ts';
import {findEngine} from './find-engine.ts';

/** Who finds more writes more of the name. */
const maxFound = 500;

/** Tables by a part of their names, whatever database they are in. */
export const findTables = query('GET /tables/{engine}', {
  summary: 'Tables of all databases with a text in their names',
  description:
    'The best ones first, 500 at most. Not every engine can be asked so; of others lists of each database tell. The server ' +
    'stops looking when the client disconnects.',
  query: {name: text('A part of the name, in small or large letters', {max: 256})},
  answer: whole({
    isSearched: flag('Whether the engine could be asked'),
    total: integer('How many tables there are'),
    tables: list(
      whole({
        database: textShape('Where it is'),
        name: textShape('Its name'),
        type: textShape('`TABLE`, `VIEW` and the like'),
        comment: textShape('What people wrote about it'),
      }),
      'The best ones',
    ),
  }),
  run: async (e, {engine: type, name}, {actor: {userName}, signal}) => {
    const engine = findEngine(e, type);
    const stop = signal();
    // All of them would be as many as the lists of all databases.
    if (name.trim() === '') return {isSearched: true, total: 0, tables: []};
    const found = await e.pool.use(
      engine,
      {name: userName},
      async session => await session.findTables?.(name, stop),
      {signal: stop},
    );
    // Engines match by patterns, which mean more than the text.
    const part = name.toLowerCase();
    const fitting = found?.filter(one => one.name.toLowerCase().includes(part)) ?? [];
    const tables = fitting.sort((a, b) => compared(a, b, part)).slice(0, maxFound);
    return {isSearched: found !== undefined, total: fitting.length, tables};
  },
});

function compared(a: FoundTable, b: FoundTable, part: string): number {
  const rank = ({name}: FoundTable): number => {
    const at = name.toLowerCase().indexOf(part);
    const isWord = at === 0 || /[\W_]/.test(name[at - 1] ?? '');
    return (at === 0 ? 0 : isWord ? 1 : 2) * 1000 + Math.min(999, name.length);
  };
  const byName = a.name < b.name ? -1 : a.name > b.name ? 1 : a.database < b.database ? -1 : 1;
  return rank(a) - rank(b) || byName;
}
