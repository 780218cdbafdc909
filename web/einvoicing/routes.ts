import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readReceivedSearch } from './received-url.ts';

export const einvoicingRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/plateforme',
    ...screen(() => import('./platform-screen.tsx'), 'settings', 'platform', 'eReporting', 'received'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/e-reporting',
    ...screen(() => import('./e-reporting.tsx'), 'settings', 'eReporting', 'payments', 'platformReasons'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures-recues',
    validateSearch: readReceivedSearch,
    ...screen(() => import('./received-invoices.tsx'), 'received', 'platform'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures-recues/$id',
    ...screen(() => import('./received-invoice.tsx'), 'received', 'purchases', 'payments'),
  }),
] as const;
