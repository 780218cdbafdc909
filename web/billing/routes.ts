import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../ground/routes.tsx';

export const billingRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/devis',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures',
    ...screen(() => import('../ground/soon.tsx'), 'ground'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/devis/nouveau',
    ...screen(() => import('./editor/new-document-screen.tsx'), 'editor'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/devis/commande',
    ...screen(() => import('./editor/new-document-screen.tsx'), 'editor'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures/nouvelle',
    ...screen(() => import('./editor/new-document-screen.tsx'), 'editor'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures/avoir',
    ...screen(() => import('./editor/new-document-screen.tsx'), 'editor'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents/$id',
    ...screen(() => import('./document-screen.tsx'), 'editor'),
  }),
] as const;
