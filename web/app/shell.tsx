import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { Toasts } from './components/toasts.tsx';
import {
  IconAdjustmentsHorizontal,
  IconFileInvoice,
  IconHome,
  IconLifebuoy,
  IconMenu2,
  IconPlus,
  IconSearch,
  IconUsers,
} from './icons.tsx';
import { entries } from './navigation.ts';
import { acts } from './palette/create-actions.ts';
import { useKeys } from './palette/keyboard-shortcuts.ts';
import { closeOverlay, openPalette, openShortcuts, useOverlay } from './palette/overlay-state.ts';
import { SampleStrip } from './sample-data.tsx';
import { AccountMenu } from './session/account-menu.tsx';
import { useChooseAccount } from './session/choose-account.ts';
import { NoAccount } from './session/no-account.tsx';
import { useSession } from './session/session.ts';
import { Version } from './version.tsx';

const TestClock = lazy(async () => ({ default: (await import('./session/test-clock.tsx')).TestClock }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import('./palette/shortcuts-help.tsx')).Shortcuts }));
const SettingsSide = lazy(async () => ({
  default: (await import('../account/settings/settings-sidebar.tsx')).SettingsSide,
}));

/** Layout of every signed-in screen. */
export function Shell() {
  const words = useTranslations('app');
  const over = useOverlay();
  const { me, account, mode } = useSession();
  const isInSettings = useLocation({ select: ({ pathname }) => pathname.startsWith('/reglages') });
  useShellKeys();
  return (
    <>
      <a className="btn skip" href="#contenu">
        {words.skip}
      </a>
      <TestStrip />
      <div className="shell">
        {isInSettings ? (
          <Suspense fallback={<aside className="side keep" />}>
            <SettingsSide />
          </Suspense>
        ) : (
          <Side />
        )}
        <main className="main" id="contenu" tabIndex={-1}>
          {/* Keyed by account: nothing of the previous account stays rendered. */}
          {me && !account && !isInSettings ? <NoAccount /> : <Outlet key={`${account?.id} ${mode}`} />}
        </main>
      </div>
      <TabBar />
      <Toasts />
      <Suspense>
        {over === 'shortcuts' && <Shortcuts onClose={closeOverlay} />}
        {over === 'palette' && <Palette onClose={closeOverlay} />}
      </Suspense>
    </>
  );
}

function TestStrip() {
  const words = useTranslations('app');
  const { mode, account } = useSession();
  const choose = useChooseAccount();
  if (mode !== 'test' || !account) return null;
  const clock = (
    <Suspense>
      <TestClock key={account.id} />
    </Suspense>
  );
  if (account.isSample) return <SampleStrip>{clock}</SampleStrip>;
  return (
    <section className="test-strip" aria-label={words.account.mode}>
      <span>
        {words.testStrip} <span className="full-text">{words.testSaid}</span>
      </span>
      {clock}
      <button type="button" className="link" onClick={() => choose(account.id, 'live')}>
        {words.backToLive}
      </button>
    </section>
  );
}

function Side() {
  const words = useTranslations('app');
  const { may } = useSession();
  return (
    <aside className="side" aria-label={words.aside}>
      <AccountMenu />
      <button type="button" className="side-search" onClick={openPalette}>
        <IconSearch /> {words.search} <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <nav aria-label={words.navigation}>
        {entries
          .filter(({ scope }) => scope === undefined || may(scope))
          .map(({ name, to, icon: Icon }) => (
            <Link
              key={name}
              to={to}
              className="side-link"
              activeOptions={{ exact: to === '/' }}
              activeProps={ACTIVE}
              title={words.pages[name]}
            >
              <Icon /> {words.pages[name]}
              {name === 'estimates' && <PendingOffers />}
              {name === 'invoices' && <Late />}
            </Link>
          ))}
      </nav>
      <div className="side-foot">
        <Link to="/reglages" className="side-link" activeProps={ACTIVE} title={words.pages.settings}>
          <IconAdjustmentsHorizontal /> {words.pages.settings}
        </Link>
        <button type="button" className="side-link" aria-haspopup="dialog" onClick={openShortcuts} title={words.help}>
          <IconLifebuoy /> {words.help}{' '}
          <kbd className="push" aria-hidden="true">
            ?
          </kbd>
        </button>
      </div>
      <Version />
    </aside>
  );
}

/** Number of offers waiting for an answer. */
function PendingOffers() {
  const words = useTranslations('app').counts;
  return <Count count={useCounts()?.offers.waiting.count} label={words.waiting} />;
}

/** Number of late invoices, the only count in red. */
function Late() {
  const words = useTranslations('app').counts;
  return <Count count={useCounts()?.late.count} label={words.late} isDue />;
}

function Count({
  count = 0,
  label,
  isDue,
}: {
  count?: number | undefined;
  label: (count: number) => string;
  isDue?: boolean;
}) {
  if (count === 0) return null;
  return (
    <span className={isDue ? 'count due' : 'count'} title={label(count)}>
      <span aria-hidden="true">{count}</span>
      <span className="screen-reader-only"> ({label(count)})</span>
    </span>
  );
}

/** Milliseconds these counts stay fresh, except on the home page. */
const COUNTS_FRESH_MS = 120_000;

function useCounts() {
  const { may } = useSession();
  return useOperation('get-dashboard', { query: {} }, { enabled: may('billing:read'), freshMs: COUNTS_FRESH_MS }).data;
}

const ACTIVE = { 'aria-current': 'page' } as const;

/** The five entries of the phone navigation. */
function TabBar() {
  const { pages, navigation } = useTranslations('app');
  return (
    <nav className="tabbar" aria-label={navigation}>
      <Link to="/" activeOptions={{ exact: true }} activeProps={ACTIVE}>
        <IconHome />
        {pages.home}
      </Link>
      <Link to="/factures" activeProps={ACTIVE}>
        <IconFileInvoice />
        {pages.invoices}
      </Link>
      <button type="button" className="new" onClick={openPalette}>
        <IconPlus />
        {pages.new}
      </button>
      <Link to="/clients" activeProps={ACTIVE}>
        <IconUsers />
        {pages.customers}
      </Link>
      <Link to="/plus" activeProps={ACTIVE}>
        <IconMenu2 />
        {pages.more}
      </Link>
    </nav>
  );
}

function useShellKeys(): void {
  const navigate = useNavigate();
  const language = useLanguage();
  const keys = useMemo(
    () => ({
      'mod+k': openPalette,
      '?': openShortcuts,
      ...Object.fromEntries(entries.map(({ to, key }) => [`g ${key[language]}`, () => void navigate({ to })])),
      ...Object.fromEntries(
        acts.flatMap(({ to, key }) => (key ? [[`c ${key[language]}`, () => void navigate({ to })]] : [])),
      ),
    }),
    [navigate, language],
  );
  useKeys(keys);
}
