import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readJournalsSearch } from './journals-url.ts';
import { readPurchasesSearch } from './purchases-url.ts';
import { readReceiptsSearch } from './receipts-url.ts';
import { readUrssafSearch } from './urssaf-url.ts';
import { readVatSearch } from './vat-url.ts';

export const booksRoutes = [
  createRoute({ getParentRoute: () => shellRoute, path: '/livres', ...screen(() => import('./books.tsx'), 'books') }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/recettes',
    validateSearch: readReceiptsSearch,
    ...screen(() => import('./receipts.tsx'), 'books', 'payments'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/achats',
    validateSearch: readPurchasesSearch,
    ...screen(() => import('./purchases.tsx'), 'purchases', 'books', 'payments', 'import'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/kilometres',
    validateSearch: readReceiptsSearch,
    ...screen(() => import('./mileage.tsx'), 'mileage', 'books'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/comptable',
    validateSearch: readReceiptsSearch,
    ...screen(() => import('./accountant.tsx'), 'accountant', 'books'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/clotures',
    ...screen(() => import('./closings.tsx'), 'closings', 'books'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/journaux',
    validateSearch: readJournalsSearch,
    ...screen(() => import('./journals.tsx'), 'accounting', 'books'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/urssaf',
    validateSearch: readUrssafSearch,
    ...screen(() => import('./urssaf.tsx'), 'urssaf', 'books'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/tva',
    validateSearch: readVatSearch,
    ...screen(() => import('./vat.tsx'), 'vat', 'books', 'home'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/livres/tva/$ligne',
    validateSearch: readVatSearch,
    ...screen(() => import('./vat-line.tsx'), 'vat', 'books'),
  }),
] as const;
