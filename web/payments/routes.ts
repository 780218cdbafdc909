import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readBankSearch } from './bank-search.ts';
import { readOnlineSearch, readPaymentsSearch } from './payments-search.ts';

export const paymentsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/paiements',
    validateSearch: readPaymentsSearch,
    ...screen(() => import('./payments.tsx'), 'payments'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/paiements/en-ligne',
    validateSearch: readOnlineSearch,
    ...screen(() => import('./online.tsx'), 'payments'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/paiements/banque',
    validateSearch: readBankSearch,
    ...screen(() => import('./bank.tsx'), 'bank'),
  }),
] as const;
