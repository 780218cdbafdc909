import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const paymentsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/paiements',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
] as const;
