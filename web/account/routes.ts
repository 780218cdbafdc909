import { createRoute } from '@tanstack/react-router';
import { rootRoute, screen, shellRoute } from '../ground/routes.tsx';

/** For those who are not signed in. */
export const publicRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/connexion',
    validateSearch: ({ de }: Record<string, unknown>): { de?: string } => (typeof de === 'string' ? { de } : {}),
    ...screen(() => import('./sign-in.tsx'), 'account'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/bienvenue',
    ...screen(() => import('./welcome.tsx'), 'account'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    ...screen(() => import('./join.tsx'), 'account'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reinitialiser',
    ...screen(() => import('./reset.tsx'), 'account'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/nouveau-mot-de-passe',
    ...screen(() => import('./new-password.tsx'), 'account'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/nouvelle-adresse',
    ...screen(() => import('./new-address.tsx'), 'account'),
  }),
] as const;

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages',
    ...screen(() => import('./settings/index-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/entreprise',
    ...screen(() => import('./settings/company-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/tva',
    ...screen(() => import('./settings/vat-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/numerotation',
    ...screen(() => import('./settings/numbering-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/paiement',
    ...screen(() => import('./settings/payment-screen.tsx'), 'settings', 'finalized', 'reminding', 'agency'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/modeles',
    ...screen(() => import('./settings/themes-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/e-mails',
    ...screen(() => import('./settings/mail-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/langues',
    ...screen(() => import('./settings/languages-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/personnes',
    ...screen(() => import('./settings/people-screen.tsx'), 'settings'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/securite',
    ...screen(() => import('./settings/security-screen.tsx'), 'settings', 'account'),
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
    path: '/reglages/integrations',
    ...screen(() => import('./integrations/screen.tsx'), 'integrations'),
  }),
] as const;
