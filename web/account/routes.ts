import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readNumberingSearch } from './settings/numbering-url.ts';

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages',
    ...screen(() => import('./settings/index-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/entreprise',
    ...screen(() => import('./settings/company/company-screen.tsx'), 'settings', 'themes'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/tva',
    ...screen(() => import('./settings/vat-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/numerotation',
    validateSearch: readNumberingSearch,
    ...screen(() => import('./settings/numbering-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/paiement',
    ...screen(() => import('./settings/payment-screen.tsx'), 'settings', 'finalized', 'reminders', 'agency'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/langues',
    ...screen(() => import('./settings/languages-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/audit',
    ...screen(() => import('./settings/audit-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/donnees',
    ...screen(() => import('./settings/data-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/service',
    ...screen(() => import('./settings/installation/installation-screen.tsx'), 'settings', 'installation', 'people'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/integrations',
    ...screen(() => import('./integrations/screen.tsx'), 'settings', 'integrations', 'events'),
  }),
] as const;
