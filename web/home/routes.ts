import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    ...screen(() => import('./home.tsx'), 'home', 'deletion', 'result', 'urssaf', 'vat', 'platform', 'eReporting'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/plus',
    ...screen(() => import('./more-menu-screen.tsx'), 'app'),
  }),
] as const;
