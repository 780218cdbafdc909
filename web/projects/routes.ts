import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/projets',
    ...screen(() => import('./board.tsx'), 'projects', 'registers', 'catalogue'),
  }),
] as const;
