import {integer, text} from '@gazetteer/kernel/parameters';

export const page = {
  limit: integer('At most so many; -1: all', {default: -1}),
  offset: integer('Leave out so many', {default: 0}),
  sort: text('By name: DESC, or ASC, which any other word stands for'),
};

export const unknown = ['INSTANCE_GUID_NOT_FOUND'] as const;
export const badName = ['INVALID_DISPLAY_NAME', 'INSTANCE_CRUD_INVALID_PARAMS'] as const;
export const badAnchor = ['MISSING_MANDATORY_ANCHOR', 'INVALID_NEW_ANCHOR_GUID'] as const;
export const badTexts = [
  ...unknown,
  'INVALID_PARTIAL_UPDATE_ATTR',
  'INVALID_DISPLAY_NAME',
] as const;
