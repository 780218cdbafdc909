import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const billingRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/devis',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents/$id',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
] as const;
