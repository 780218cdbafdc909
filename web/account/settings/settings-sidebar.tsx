import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconLogout } from '../../app/icons.tsx';
import { useSignOut } from '../../app/session/sign-out.ts';
import { Version } from '../../app/version.tsx';
import { useTranslations } from '../../locales/language.ts';
import { useInstallation } from './installation/use-installation.ts';
import { settingsPages } from './settings-pages.ts';

/** Sidebar of the settings: their pages, and the way back. */
export function SettingsSide() {
  const words = useTranslations('settings');
  const ground = useTranslations('app');
  const leave = useSignOut();
  return (
    <aside className="side keep" aria-label={words.title}>
      <Link className="account" to="/">
        <IconArrowLeft /> {words.title}
      </Link>
      <SettingsNav />
      <div className="side-foot">
        <button type="button" className="side-link" onClick={() => void leave()}>
          <IconLogout /> {ground.account.signOut}
        </button>
      </div>
      <Version />
    </aside>
  );
}

/** The pages by group; those of the service only for its operator. */
export function SettingsNav() {
  const words = useTranslations('settings');
  const { data: installation } = useInstallation();
  const isShown = (group: string): boolean =>
    group !== 'service' || (installation?.isOperator === true && installation.settingsOpen);
  const groups = settingsPages.filter(({ group }) => isShown(group));
  return (
    <nav aria-label={words.pagesOf}>
      {groups.map(({ group, pages }) => (
        <div key={group}>
          <p className="side-title">{words.groups[group]}</p>
          {pages.map(({ name, to, icon: Icon }) => (
            <Link key={name} to={to} className="side-link" activeProps={{ 'aria-current': 'page' }}>
              <Icon /> {words.pages[name]}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
