import { Link } from '@tanstack/react-router';
import { Page } from '../app/components/page.tsx';
import { IconAdjustmentsHorizontal, IconLifebuoy } from '../app/icons.tsx';
import { entries } from '../app/navigation.ts';
import { openShortcuts } from '../app/palette/overlay-state.ts';
import { AccountMenu } from '../app/session/account-menu.tsx';
import { useSession } from '../app/session/session.ts';
import { useTranslations } from '../locales/language.ts';

/** Entries that do not fit in the phone navigation. */
export function Screen() {
  const words = useTranslations('app');
  const { may } = useSession();
  return (
    <Page title={words.pages.more}>
      <AccountMenu />
      <ul className="places">
        {entries
          .filter(
            ({ name, scope }) =>
              !['home', 'invoices', 'customers'].includes(name) && (scope === undefined || may(scope)),
          )
          .map(({ name, to, icon: Icon }) => (
            <li key={name}>
              <Link to={to} className="side-link">
                <Icon /> {words.pages[name]}
              </Link>
            </li>
          ))}
        <li>
          <Link to="/reglages" className="side-link">
            <IconAdjustmentsHorizontal /> {words.pages.settings}
          </Link>
        </li>
        <li>
          <button type="button" className="side-link" onClick={openShortcuts}>
            <IconLifebuoy /> {words.help}
          </button>
        </li>
      </ul>
    </Page>
  );
}
