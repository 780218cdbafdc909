import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const customersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/clients',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/clients/$id',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
] as const;
