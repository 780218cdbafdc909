import './app/style/fonts.css';
import './app/style/tokens.css';
import './app/style/components.css';
import './app/style/overlays.css';
import './app/appearance.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { rejectIncompleteDates } from './app/formats/incomplete-dates.ts';
import { shellRoute } from './app/routes.tsx';
import { loadMe, openSession, storeSession } from './app/session/session.ts';
import { Offline } from './client/problem.ts';
import { loadTranslations } from './locales/language.ts';
import { routes } from './routes.ts';

/** Milliseconds an answer counts as fresh: a screen that is come back to is drawn at once, and asked anew behind it. */
const FRESH_MS = 20_000;

const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: (count, error) => error instanceof Offline && count < 1 } },
});
const router = createRouter({
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

/** Styles that libraries make bear the nonce of this answer, which the policy of the page asks for. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

// Whoever goes to another screen by a key or a link begins at its head.
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (fromLocation && pathChanged) document.getElementById('contenu')?.focus({ preventScroll: true });
});

// Text is drawn before they come, in letters as wide; they are asked for once the script is here, which they would only have slowed down.
for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em Inter`).catch(() => {});

// `npm run dev` builds at every change.
if (import.meta.env.DEV) void import('./app/reload-on-build.ts').then(({ reloadOnBuild }) => reloadOnBuild());

rejectIncompleteDates();

const root = document.getElementById('app');
if (root) {
  beginFirstScreen();
  await loadTranslations('app');
  // What stands until the screen does goes on standing: React draws the first screen in small steps, and the page answers between them.
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

/** All that the first screen needs is asked for at once, not one after another: who is signed in, its module and its words. */
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
