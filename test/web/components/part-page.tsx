import '../../../web/app/style/fonts.css';
import '../../../web/app/style/tokens.css';
import '../../../web/app/style/components.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { rejectIncompleteDates } from '../../../web/app/formats/incomplete-dates.ts';
import { loadTranslations } from '../../../web/locales/language.ts';
import { fieldParts } from './field-parts.tsx';
import { listParts } from './list-parts.tsx';
import { overlayParts } from './overlay-parts.tsx';
import { textParts } from './text-parts.tsx';

// Shows one component of the web app with example values: `/?part=DateField`.

const parts = { ...fieldParts, ...listParts, ...overlayParts, ...textParts };
const name = new URLSearchParams(location.search).get('part') ?? '';
const Part = parts[name];
if (!Part) throw new Error(`no part is named ${name}`);

rejectIncompleteDates();
// As in the web app: a component that waits for its texts would be hidden and lose the focus.
await Promise.all([loadTranslations('app'), loadTranslations('editor'), loadTranslations('customers')]);

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const router = createRouter({
  routeTree: createRootRoute({
    component: () => (
      <Suspense>
        <main>
          <Part />
        </main>
      </Suspense>
    ),
    notFoundComponent: () => null,
  }),
});

createRoot(document.getElementById('app') ?? document.body).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={router as never} />
  </QueryClientProvider>,
);
