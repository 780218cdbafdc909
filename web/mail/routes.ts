import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const mailRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/e-mails',
    ...screen(() => import('./mail-settings.tsx'), 'settings', 'mail'),
  }),
] as const;
