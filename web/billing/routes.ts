import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readFilters } from './lists/url-filters.ts';
import { readImportSearch, readPastSearch } from './past/past-url.ts';

export const billingRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/devis',
    validateSearch: readFilters,
    ...screen(() => import('./lists/estimates.tsx'), 'lists'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/factures',
    validateSearch: readFilters,
    ...screen(() => import('./lists/invoices.tsx'), 'lists'),
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
    // Autosave starts while the editor renders: the texts must be loaded before.
    ...screen(
      () => import('./document-screen.tsx'),
      'editor',
      'finalized',
      'recurring',
      'reminders',
      'agency',
      'platform',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents/$id/piste',
    ...screen(() => import('./trail/document-trail.tsx'), 'finalized'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/import',
    validateSearch: readImportSearch,
    ...screen(() => import('./past/import-screen.tsx'), 'moveIn', 'pastDocuments'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents-repris',
    validateSearch: readPastSearch,
    ...screen(() => import('./past/past-documents.tsx'), 'pastDocuments'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents-repris/$id',
    ...screen(() => import('./past/past-document.tsx'), 'pastDocuments', 'payments'),
  }),
] as const;
