import {SqliteDatabase} from '@gazetteer/db';
import {outboxContract} from './outbox.contract.ts';

outboxContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
