import {SqliteDatabase} from '@gazetteer/db';
import {dslContract} from './search-dsl.contract.ts';

dslContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
