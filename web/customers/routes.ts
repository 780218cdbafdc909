import { createRoute } from '@tanstack/react-router';
import { screen, shellRoute } from '../app/routes.tsx';
import { readCustomerSearch } from './customer-url.ts';
import { readCustomersSearch } from './customers-url.ts';

export const customersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/clients',
    validateSearch: readCustomersSearch,
    ...screen(() => import('./customers.tsx'), 'customers', 'import'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/clients/$id',
    validateSearch: readCustomerSearch,
    ...screen(() => import('./customer.tsx'), 'customers', 'lists', 'finalized', 'payments', 'agency'),
  }),
] as const;
