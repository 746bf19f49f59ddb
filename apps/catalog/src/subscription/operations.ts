import {
  activeSubscriptions,
  claimSubscription,
  failSubscription,
  isSubscriptionDue,
  moveOnSubscription,
} from './deliver-subscription.ts';
import {endDigest, listDueDigests, takeDigest} from './deliver-digest.ts';
import {changeDigest, readDigest} from './digests.ts';
import {readFollowedBreaks} from './followed-breaks.ts';
import {readBreakingChanges} from './read-breaking-changes.ts';
import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  readSubscription,
  subscriptionToTest,
  updateSubscription,
} from './subscriptions.ts';

export const subscriptionOperations = {
  readBreakingChanges,
  readFollowedBreaks,
  listSubscriptions,
  readSubscription,
  createSubscription,
  updateSubscription,
  deleteSubscription,
  subscriptionToTest,
  activeSubscriptions,
  isSubscriptionDue,
  claimSubscription,
  moveOnSubscription,
  failSubscription,
  readDigest,
  changeDigest,
  listDueDigests,
  takeDigest,
  endDigest,
};
