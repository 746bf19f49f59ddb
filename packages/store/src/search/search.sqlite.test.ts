import {SqliteDatabase} from '@gazetteer/db';
import {searchContract} from './search.contract.ts';

searchContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
