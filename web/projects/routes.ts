import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/projets',
    ...screen(() => import('./board.tsx'), 'projects', 'lists', 'catalogue'),
  }),
] as const;
