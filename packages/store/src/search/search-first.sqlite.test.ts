import {SqliteDatabase} from '@gazetteer/db';
import {firstHitsContract} from './search-first.contract.ts';

firstHitsContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
