import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { trackReachability } from '../client/connection-state.ts';
import type { LocaleName } from '../locales/catalogues.ts';
import { loadTranslations } from '../locales/language.ts';
import { Failed, NotFound } from './error-screens.tsx';
import { currentSession, loadMe } from './session/session.ts';
import { ensureTestClock } from './session/test-clock-state.ts';
import { Shell } from './shell.tsx';

/** The root of all routes. */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Failed });

/** Layout of signed-in screens. Others are redirected to sign in and return afterwards. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: Failed,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    const me = currentSession().me ?? (await loadMe());
    // After a password reset, the access review comes before every other screen.
    if (me?.person.accessReview) throw redirect({ to: '/verification', search: { de: location.href } });
    if (me) return ensureTestClock();
    throw redirect({ to: '/connexion', search: { de: location.href } });
  },
});

/**
 * Route options of a lazy screen: its module exports `Screen`. All locale files it renders with
 * must be named: one loaded later would suspend the screen again and lose the focus.
 */
export const screen = (load: () => Promise<{ Screen: ComponentType }>, ...subjects: readonly LocaleName[]) => ({
  component: lazyRouteComponent(() => trackReachability(load()), 'Screen'),
  loader: async () => void (await trackReachability(Promise.all(subjects.map((subject) => loadTranslations(subject))))),
});
