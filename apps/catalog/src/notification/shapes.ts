import {changeOperations} from '@gazetteer/model';
import {list, named, object, oneOf, text, time} from '../api/shape.ts';
import {entityHeader} from '../entity/shapes.ts';
import {relationHeader} from '../search/shapes.ts';

const change = named('Change', () =>
  object(
    {
      id: text('Of its own for ever: who hears of a change twice can tell'),
      operationType: oneOf(changeOperations),
      eventTime: time(),
      user: text('Who changed it'),
      classification: text('The classification that was attached, changed or taken away'),
      entity: entityHeader,
      relationship: relationHeader,
    },
    ['id', 'operationType', 'eventTime', 'user'],
  ),
);

export const changes = named('Changes', () =>
  object({changes: list(change), next: text('What to give as `after` to go on')}, ['changes', 'next']),
);
