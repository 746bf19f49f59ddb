import {body} from '@gazetteer/kernel';
import {AppError, parseJson} from '@gazetteer/model';
import {addMessages} from '@gazetteer/store';
import {open} from '../access/needs.ts';
import {change} from '../operation.ts';
import * as shapes from './shapes.ts';
import {readUsedStatements, type UsedStatement} from './used-statement.ts';

/** Where reports stand in the inbox: behind the lineage of the same statements. */
export const usageTopic = 'USAGE';

/** POST /usage/statements: in safety when this is answered, and counted after what came before. */
export const receiveUsage = change('POST /v2/usage/statements', {
  summary: 'Report statements that were run',
  description:
    'Counts of which person queried and wrote which tables, with columns and joins. The editor sends its statements here; so can others. They are stored when this is answered and counted after lineage that was sent before. Statements that ended more than 30 days ago, and data sets that are no asset, are left out. An addition to the Atlas API.',
  body: body(shapes.usedStatements, readUsedStatements),
  errors: ['BAD_REQUEST', 'INBOX_FULL'],
  may: {...open, privilege: 'service-notification-post'},
  scopes: ['lineage'],
  logAs: 'Usage.report',
  read: ({body: statements}, {settings: {usage}}): UsedStatement[] =>
    usage.isOff ? [] : statements.filter(({user}) => !usage.ignoredUsers.includes(user)),
  run: async (tx, statements, {settings}): Promise<void> => {
    if (statements.length === 0) return;
    const {maxWaiting} = settings.hook;
    const message = {topic: usageTopic, origin: '', text: JSON.stringify(statements)};
    if (!(await addMessages(tx, [message], {now: Date.now(), maxWaiting})))
      throw new AppError('INBOX_FULL', [String(maxWaiting)]);
  },
});

/** What a message of the inbox holds. */
export function readKeptUsage(text: string): UsedStatement[] {
  return parseJson(text) as UsedStatement[];
}
