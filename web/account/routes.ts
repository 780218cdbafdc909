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
] as const;

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
] as const;
