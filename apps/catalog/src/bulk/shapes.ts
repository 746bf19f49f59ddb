import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';
import {bulkActionTypes} from '@gazetteer/model';
import {trustInput} from '../entity/set-trust.ts';
import {entityHeader, classification} from '../entity/shapes.ts';
import {searchParameters} from '../search/shapes.ts';

/** One shape for all kinds: `type` tells which of the other members count. */
const bulkAction = named('BulkAction', 'What is to be done to many entities', () =>
  object(
    {
      type: oneOf(
        bulkActionTypes,
        'What is done; the other members are for some of these. SET_COLUMNS is the import of a table, POST /v2/assets/import; UNDO takes back a change, POST /v2/undo/{changeId}',
      ),
      classification: described(
        classification,
        'Of ADD_CLASSIFICATION; entities that have it already keep it',
      ),
      typeName: text('Of REMOVE_CLASSIFICATION'),
      termGuids: list(text(), 'Of ADD_TERMS and REMOVE_TERMS'),
      labels: list(text(), 'Of ADD_LABELS and REMOVE_LABELS'),
      name: text(
        'Of SET_ATTRIBUTE: an attribute that holds a single plain value and is not unique',
      ),
      value: described(anything, 'Of SET_ATTRIBUTE; none takes the value away'),
      values: mapOf(
        mapOf(anything),
        'Of SET_BUSINESS_METADATA: by business metadata and attribute; null takes a value away',
      ),
      domainGuid: nullable(text('Of SET_DOMAIN; null: of none')),
      productGuids: list(text(), 'Of ADD_TO_PRODUCTS and REMOVE_FROM_PRODUCTS'),
      columns: list(text(), 'Of SET_COLUMNS'),
      changeId: text('Of UNDO'),
      trust: described(trustInput, 'Of SET_TRUST; what is left out is kept'),
    },
    ['type'],
  ),
);

export const bulkRequest = named('BulkRequest', 'A change of everything that a search finds', () =>
  object(
    {
      search: described(
        searchParameters,
        'As of POST /v2/search/basic; its page and order do not matter',
      ),
      dsl: text(
        'In place of `search`: a query of the DSL without selected values, groups and limit',
      ),
      action: described(bulkAction, 'What is done to each'),
      isRehearsal: flag('Only tells what would be changed'),
    },
    ['action'],
  ),
);

export const bulkChange = named('BulkChange', 'A change of many entities, and how far it is', () =>
  object(
    {
      guid: text('Of the change'),
      status: oneOf(['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED', 'CANCELLED'], 'How it is'),
      action: described(bulkAction, 'What is done to each'),
      search: described(searchParameters, 'What it changes'),
      dsl: text('What it changes, as a query of the DSL'),
      undoOf: text('The change that it takes back'),
      isRehearsal: flag('Whether it only tells what would be changed'),
      createdTime: time(),
      startTime: time(),
      endTime: time(),
      errorMessage: text('Why it failed'),
      total: integer('Entities that there were at its start; of many an estimate'),
      counts: described(
        object(
          {
            changed: integer('Those that it changed, or would change'),
            alongWith: integer('Those that are deleted with what owns them'),
            unchanged: integer('Those that were so already'),
            refused: integer(
              'Those that cannot be changed so, or that whoever asks may not change',
            ),
            conflicts: integer('Of an undo: those that were changed since'),
          },
          ['changed', 'alongWith', 'unchanged', 'refused', 'conflicts'],
        ),
        'Entities, by what became of them',
      ),
      reached: integer(
        'Of a rehearsal: how often a classification would come to, or go from, other entities over relationships',
      ),
    },
    ['guid', 'status', 'action', 'isRehearsal', 'createdTime', 'counts'],
  ),
);

export const bulkChanges = list(bulkChange);

export const bulkEntities = named('BulkEntities', 'What became of entities of a bulk change', () =>
  object(
    {
      entities: list(
        object(
          {
            entity: described(entityHeader, 'As it is now'),
            outcome: oneOf(
              ['CHANGED', 'FOLLOWED', 'REFUSED', 'CONFLICT'],
              'FOLLOWED: deleted with what owns it',
            ),
            reason: text('Why it was left as it was'),
            oldValue: described(anything, 'What it had before, of what the change is about'),
            newValue: described(anything, 'What it has been given'),
          },
          ['entity', 'outcome', 'reason'],
        ),
        'In the order in which they were done',
      ),
      next: integer('`after` of the next page; absent on the last'),
    },
    ['entities'],
  ),
);

export const undone = named('UndoneChange', 'What became of an undo', () =>
  object(
    {
      change: described(bulkChange, 'The undo, a change of its own'),
      conflicts: list(
        object(
          {
            entity: described(entityHeader, 'As it is now'),
            reason: text('Why it, or a part of it, stays'),
          },
          ['entity', 'reason'],
        ),
        'What stays, the first 100 of it; of a bulk change `GET /v2/bulk/{taskGuid}/entities` lists it',
      ),
    },
    ['change', 'conflicts'],
  ),
);
