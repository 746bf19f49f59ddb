import {integer} from '@gazetteer/kernel/parameters';
import {firstDay} from '@gazetteer/model';
import {mostUsed as mostUsedIn} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

const limits = {days: 400, assets: 100};

type UsedAsset = {
  guid: string;
  typeName: string;
  name: string;
  qualifiedName: string;
  queries: number;
  people: number;
};

/** GET /usage/most */
export const readMostUsed = query('GET /v2/usage/most', {
  summary: 'What is used most',
  description:
    'Active entities that the caller can read, by how often they were queried in the last days, with today. An addition to the Atlas API.',
  query: {
    days: integer(`Days to count, ${limits.days} at most`, {default: 7, min: 1}),
    limit: integer(`Entities in the answer, ${limits.assets} at most`, {default: 10, min: 1}),
  },
  answer: shapes.mostUsed,
  errors: ['BAD_REQUEST'],
  on: 'background',
  logAs: 'Usage.most',
  run: async (graph, {days, limit}, c): Promise<{assets: UsedAsset[]}> => {
    const since = firstDay(c.today(), Math.min(days, limits.days));
    const found = await mostUsedIn(graph, since, Math.min(limit, limits.assets));
    return {
      assets: found.map(({record: {guid, typeName, attributes}, queries, people}) => ({
        guid,
        typeName,
        name: textAt(attributes, 'name'),
        qualifiedName: textAt(attributes, 'qualifiedName'),
        queries,
        people,
      })),
    };
  },
});

function textAt(attributes: Readonly<Record<string, unknown>>, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
}
