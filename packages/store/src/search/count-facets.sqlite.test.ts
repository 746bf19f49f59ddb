import {SqliteDatabase} from '@gazetteer/db';
import {countFacetsContract} from './count-facets.contract.ts';

countFacetsContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));
