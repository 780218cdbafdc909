import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';
import { readPaymentsSearch } from './payments-search.ts';

export const paymentsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/paiements',
    validateSearch: readPaymentsSearch,
    ...screen(() => import('./payments.tsx'), 'payments'),
  }),
] as const;
