import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const catalogueRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/catalogue',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
] as const;
