import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '../../ground/icons.tsx';
import { useWords } from '../../words/language.ts';
import { settingsPages } from './pages.ts';

/** What stands beside the settings in the place of the sidebar: their pages, and the way back. */
export function SettingsSide() {
  const words = useWords('settings');
  return (
    <aside className="side keep" aria-label={words.title}>
      <Link className="account" to="/">
        <IconArrowLeft /> {words.title}
      </Link>
      <SettingsNav />
    </aside>
  );
}

/** The pages by their groups. */
export function SettingsNav() {
  const words = useWords('settings');
  return (
    <nav aria-label={words.pagesOf}>
      {settingsPages.map(({ group, pages }) => (
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
