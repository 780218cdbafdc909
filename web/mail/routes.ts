import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';

export const mailRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/e-mails',
    ...screen(() => import('./mail-settings.tsx'), 'settings', 'mail'),
  }),
] as const;
