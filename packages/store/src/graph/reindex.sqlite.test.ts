import {SqliteDatabase} from '@gazetteer/db';
import {reindexContract} from './reindex.contract.ts';

reindexContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
