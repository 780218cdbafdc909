import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readBankSearch } from './bank/bank-url.ts';
import { readOnlineSearch, readPaymentsSearch } from './payments-url.ts';

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
    ...screen(() => import('./online/online-payments.tsx'), 'payments'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/paiements/banque',
    validateSearch: readBankSearch,
    ...screen(() => import('./bank/bank.tsx'), 'bank', 'purchases', 'payments', 'finalized'),
  }),
] as const;
