import {choice, integer} from '@gazetteer/kernel/parameters';
import {AppError} from '@gazetteer/model';

const refused = (reason: string) => (_name: string, given: string) =>
  new AppError('BAD_REQUEST', [`${reason} ${given}`]);

export const page = {
  limit: integer('At most so many; -1: all', {
    default: -1,
    min: -1,
    refuse: refused('limit must be -1 for all, or a count, not'),
  }),
  offset: integer('Leave out so many', {default: 0, min: 0, refuse: refused('offset must not be negative, but is')}),
  sort: choice('By name', ['ASC', 'DESC'], {default: 'ASC'}),
};

export const unknown = ['INSTANCE_GUID_NOT_FOUND'] as const;
export const badName = ['INVALID_DISPLAY_NAME', 'INSTANCE_CRUD_INVALID_PARAMS'] as const;
export const badAnchor = ['MISSING_MANDATORY_ANCHOR', 'INVALID_NEW_ANCHOR_GUID'] as const;
export const badTexts = [...unknown, 'INVALID_PARTIAL_UPDATE_ATTR', 'INVALID_DISPLAY_NAME'] as const;
