import {SqliteDatabase} from '@gazetteer/db';
import {spellingContract} from './spelling.contract.ts';

spellingContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
