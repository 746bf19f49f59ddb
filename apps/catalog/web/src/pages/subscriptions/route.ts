import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/subscriptions',
    component: lazyRouteComponent(() => import('./subscriptions-page.tsx'), 'SubscriptionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/subscriptions/$uuid',
    component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
  }),
] as const;
