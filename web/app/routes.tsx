import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { trackReachability } from '../client/connection-state.ts';
import type { LocaleName } from '../locales/catalogues.ts';
import { loadTranslations } from '../locales/language.ts';
import { Failed, NotFound } from './error-screens.tsx';
import { currentSession, loadMe } from './session/session.ts';
import { ensureTestClock } from './session/test-clock-state.ts';
import { Shell } from './shell.tsx';

/** Over everything. */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Failed });

/** Over the screens of somebody who is signed in; anybody else goes to sign in first, and comes back. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: Failed,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    const me = currentSession().me ?? (await loadMe());
    // After a password reset nothing comes before the review of what else opens the person's access.
    if (me?.person.accessReview) throw redirect({ to: '/verification', search: { de: location.href } });
    if (me) return ensureTestClock();
    throw redirect({ to: '/connexion', search: { de: location.href } });
  },
});

/**
 * A screen that comes when it is wanted, with the words of its wings in the language of the page: its module exports it as `Screen`. The
 * parts of a route that say so. All wings it draws with are named: one that came later would take the screen away once more, and the focus.
 */
export const screen = (load: () => Promise<{ Screen: ComponentType }>, ...wings: readonly LocaleName[]) => ({
  component: lazyRouteComponent(() => trackReachability(load()), 'Screen'),
  loader: async () => void (await trackReachability(Promise.all(wings.map((wing) => loadTranslations(wing))))),
});
