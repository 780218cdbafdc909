import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readCatalogueSearch } from './catalogue-url.ts';

export const catalogueRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/catalogue',
    validateSearch: readCatalogueSearch,
    ...screen(() => import('./catalogue.tsx'), 'catalogue', 'import'),
  }),
] as const;
