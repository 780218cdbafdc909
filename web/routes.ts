import { accountRoutes } from './account/routes.ts';
import { rootRoute, shellRoute } from './app/routes.tsx';
import { billingRoutes } from './billing/routes.ts';
import { booksRoutes } from './books/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { customersRoutes } from './customers/routes.ts';
import { einvoicingRoutes } from './einvoicing/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { paymentsRoutes } from './payments/routes.ts';
import { peopleRoutes, publicRoutes } from './people/routes.ts';
import { projectsRoutes } from './projects/routes.ts';
import { themesRoutes } from './themes/routes.ts';

/** All screens, collected from the routes of each folder. */
export const routes = rootRoute.addChildren([
  ...publicRoutes,
  shellRoute.addChildren([
    ...homeRoutes,
    ...billingRoutes,
    ...customersRoutes,
    ...catalogueRoutes,
    ...projectsRoutes,
    ...paymentsRoutes,
    ...booksRoutes,
    ...einvoicingRoutes,
    ...accountRoutes,
    ...themesRoutes,
    ...mailRoutes,
    ...peopleRoutes,
  ]),
]);
