import './app/style/fonts.css';
import './app/style/tokens.css';
import './app/style/components.css';
import './app/appearance.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { rejectIncompleteDates } from './app/formats/incomplete-dates.ts';
import { shellRoute } from './app/routes.tsx';
import { loadMe, openSession, storeSession } from './app/session/session.ts';
import { basePath } from './client/base-path.ts';
import { Offline } from './client/problem.ts';
import { loadTranslations } from './locales/language.ts';
import { routes } from './routes.ts';

/**
 * Milliseconds a response stays fresh: a revisited screen renders at once and refetches in the
 * background.
 */
const FRESH_MS = 20_000;

const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: (count, error) => error instanceof Offline && count < 1 } },
});
const router = createRouter({
  basepath: basePath || '/',
  routeTree: routes,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 400,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

openSession(() => {
  storeSession(undefined);
  queries.clear();
  const { href, pathname } = router.state.location;
  if (pathname !== '/connexion') void router.navigate({ to: '/connexion', search: { de: href } });
});

/**
 * Styles created by libraries need the nonce of this response, required by the content security
 * policy.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

// Keyboard users start at the top of the new screen, or in the field that the screen has focused.
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (!fromLocation || !pathChanged) return;
  const content = document.getElementById('contenu');
  if (!content?.querySelector('input:focus, textarea:focus')) content?.focus({ preventScroll: true });
});

// Fonts load after the script, so that they do not delay it; fallback fonts have the same metrics.
for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em Inter`).catch(() => {});

// `npm run dev` builds at every change.
if (import.meta.env.DEV) void import('./app/reload-on-build.ts').then(({ reloadOnBuild }) => reloadOnBuild());

rejectIncompleteDates();

const root = document.getElementById('app');
if (root) {
  beginFirstScreen();
  await loadTranslations('app');
  // The boot screen stays until the first screen is ready: React renders it in small steps, so the
  // page stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

/** Everything the first screen needs loads in parallel: session, module, texts. */
function beginFirstScreen(): void {
  const screens = router.routesById as unknown as Readonly<Record<string, { options: Coming }>>;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    if (routeId === shellRoute.id) void loadMe().catch(() => {});
    const { component, loader } = screens[routeId]?.options ?? {};
    component?.preload?.().catch(() => {});
    loader?.().catch(() => {});
  }
}

type Coming = { readonly component?: { preload?: () => Promise<void> }; readonly loader?: () => Promise<void> };
