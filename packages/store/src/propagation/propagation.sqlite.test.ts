import {SqliteDatabase} from '@gazetteer/db';
import {propagationContract} from './propagation.contract.ts';

propagationContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}), 100);
