import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/projets',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
] as const;
