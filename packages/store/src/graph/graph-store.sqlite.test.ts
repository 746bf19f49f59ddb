import {SqliteDatabase} from '@gazetteer/db';
import {graphStoreContract} from './graph-store.contract.ts';

graphStoreContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
