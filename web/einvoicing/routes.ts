import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';

export const einvoicingRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reglages/e-reporting',
    ...screen(() => import('./e-reporting.tsx'), 'settings', 'eReporting'),
  }),
] as const;
