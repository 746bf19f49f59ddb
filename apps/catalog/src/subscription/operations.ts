import {
  activeSubscriptions,
  claimSubscription,
  failSubscription,
  isSubscriptionDue,
  moveOnSubscription,
} from './deliver-subscription.ts';
import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  readSubscription,
  subscriptionToTest,
  updateSubscription,
} from './subscriptions.ts';

export const subscriptionOperations = {
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
};
