import {SqliteDatabase} from '@gazetteer/db';
import {inboxContract} from './inbox.contract.ts';

inboxContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
