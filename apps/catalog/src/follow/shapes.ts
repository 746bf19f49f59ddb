import {
  described,
  flag,
  integer,
  list,
  named,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';
import {auditActions} from '@gazetteer/model';

/** Enough to show what is followed without reading the entity. */
const members = {
  guid: text('Of the entity'),
  typeName: text('Its type'),
  name: text('What people call it'),
  status: oneOf(['ACTIVE', 'DELETED'], 'Whether it is deleted'),
};
const always = ['guid', 'typeName', 'name', 'status'] as const;
const entity = named('FollowedEntity', 'An entity by its name', () => object(members, always));

const followedTime = time('Since when it is followed');

export const follows = named('Follows', 'What a user follows', () =>
  object(
    {
      entities: list(
        named('EntityFollow', 'An entity that is followed', () =>
          object({...members, followedTime}, [...always, 'followedTime']),
        ),
        'Assets, glossary terms, domains and data products, by name; those that the caller may read',
      ),
      classifications: list(
        named('ClassificationFollow', 'A classification that is followed', () =>
          object({name: text('Of the classification'), followedTime}, ['name', 'followedTime']),
        ),
        'By name',
      ),
    },
    ['entities', 'classifications'],
  ),
);

export const seen = named('SeenChanges', 'Up to when changes were shown', () =>
  object({seenTime: time('In milliseconds since 1970')}, ['seenTime']),
);

const followedChange = named('FollowedChange', 'What happened to something that is followed', () =>
  object(
    {
      time: time('When'),
      user: text('Who did it'),
      action: oneOf(auditActions, 'What was done'),
      isNew: flag('Whether it happened after `seenTime`'),
      entity: described(entity, 'What it was done to; of several one of them'),
      count: integer('How many entities it was done to in one request'),
      followed: described(
        entity,
        'The followed entity: that entity itself, its term, its domain or its data product',
      ),
      followedClassification: text('In place of `followed`: the classification'),
      classification: text('That was added, changed or removed'),
      term: described(entity, 'That was assigned or removed'),
      attributes: list(text(), 'Names of the attributes that changed'),
    },
    ['time', 'user', 'action', 'isNew', 'entity', 'count'],
  ),
);

export const followedChanges = named('FollowedChanges', 'News of what a user follows', () =>
  object(
    {
      changes: list(followedChange, 'The newest first'),
      unread: integer('How many happened after `seenTime`'),
      seenTime: time('Up to when changes were shown; 0 before the first'),
      isMore: flag('Whether there are more than the answer has, or than it looked at'),
    },
    ['changes', 'unread', 'seenTime', 'isMore'],
  ),
);
