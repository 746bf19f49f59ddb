import {SqliteDatabase} from '@gazetteer/db';
import {usageContract} from './usage.contract.ts';

usageContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
