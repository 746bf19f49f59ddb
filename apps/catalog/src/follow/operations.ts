import {
  followClassification,
  followEntity,
  listFollows,
  markSeen,
  unfollowClassification,
  unfollowEntity,
} from './change-follows.ts';
import {readFollowedChanges} from './read-followed-changes.ts';

export const followOperations = {
  listFollows,
  followEntity,
  unfollowEntity,
  followClassification,
  unfollowClassification,
  readFollowedChanges,
  markSeen,
};
