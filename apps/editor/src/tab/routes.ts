import type {FastifyInstance} from 'fastify';
import type {Editor} from '../editor.ts';
import {Refusal} from '../http/refusal.ts';
import {restRoutes} from '../http/rest.ts';
import {uuidIn} from '../http/rest-input.ts';
import {readPreferences, savePreference} from './preferences.ts';
import {closeTab, listTabHeads, listTabs, orderTabs, readTab, reopenTab, saveTab} from './tab-store.ts';

/** What a page needs to look after a reload as it did before. */
export function tabRoutes(app: FastifyInstance, {db}: Editor): void {
  restRoutes(app, {
    'GET /api/v1/tabs': async ({actor, query}) => {
      const list = query.flag('brief') ? listTabHeads : listTabs;
      return {tabs: await list(db, actor.userName, query.flag('closed'))};
    },
    'GET /api/v1/tabs/:uuid': async ({actor, path}) => await readTab(db, actor.userName, uuidIn(path)),
    'PUT /api/v1/tabs': async ({actor, body}) => {
      const uuids = body.list('order').map(uuid => {
        if (typeof uuid !== 'string') throw new Refusal(400, 'order has to be a list of ids.');
        return uuid;
      });
      await orderTabs(db, actor.userName, uuids);
      return undefined;
    },
    'PUT /api/v1/tabs/:uuid': async ({actor, path, body}) => {
      const revision = body.wholeNumber('revision', 0, 2 ** 31 - 2);
      const kept = body.has('kept') ? body.list('kept').map(String) : [];
      const wanted = {revision, content: body.object('content'), kept};
      const {uuid, revision: saved, changedAt} = await saveTab(db, actor.userName, uuidIn(path), wanted);
      return {uuid, revision: saved, changedAt};
    },
    'DELETE /api/v1/tabs/:uuid': async ({actor, path}) => {
      await closeTab(db, actor.userName, uuidIn(path));
      return undefined;
    },
    'POST /api/v1/tabs/:uuid/reopen': async ({actor, path}) => await reopenTab(db, actor.userName, uuidIn(path)),
    'GET /api/v1/preferences': async ({actor}) => await readPreferences(db, actor.userName),
    'PUT /api/v1/preferences/:name': async ({actor, path, body}) => {
      await savePreference(db, actor.userName, path['name'] ?? '', body.has('value') ? body.all['value'] : undefined);
      return undefined;
    },
  });
}
