import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute, screen, shellRoute } from '../app/routes.tsx';
import { currentSession, loadMe } from '../app/session/session.ts';

/** Where a screen returns to. */
const ledFrom = ({ de }: Record<string, unknown>): { de?: string } => (typeof de === 'string' ? { de } : {});

/** Screens for signed-out users, and the access review. */
export const publicRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/connexion',
    validateSearch: ledFrom,
    ...screen(() => import('./sign-in/sign-in.tsx'), 'people'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/bienvenue',
    ...screen(() => import('./sign-in/welcome.tsx'), 'people', 'account', 'settings', 'themes'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    ...screen(() => import('./sign-in/accept-invitation.tsx'), 'people'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reinitialiser',
    ...screen(() => import('./sign-in/forgot-password.tsx'), 'people'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/nouveau-mot-de-passe',
    ...screen(() => import('./sign-in/set-password.tsx'), 'people'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/nouvelle-adresse',
    ...screen(() => import('./sign-in/confirm-email.tsx'), 'people'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verification',
    validateSearch: ledFrom,
    beforeLoad: async () => {
      if (!(currentSession().me ?? (await loadMe()))) throw redirect({ to: '/connexion' });
    },
    ...screen(() => import('./security/access-review.tsx'), 'people'),
  }),
] as const;

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/personnes',
    ...screen(() => import('./members.tsx'), 'settings', 'access', 'integrations'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/securite',
    ...screen(() => import('./security/security.tsx'), 'settings', 'access', 'people'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/suppression',
    ...screen(() => import('./deletion/deletion-screen.tsx'), 'settings', 'access', 'people', 'deletion'),
  }),
] as const;
