import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';

export const themesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/modeles',
    ...screen(() => import('./themes.tsx'), 'settings', 'themes'),
  }),
] as const;
