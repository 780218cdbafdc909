import { useSession } from '../../app/session/session.ts';
import { basePath } from '../../client/base-path.ts';
import { EventFeed } from '../../events/event-feed.tsx';
import { useTranslations } from '../../locales/language.ts';
import { mayChangeSettings } from '../settings/company/company-settings.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { Assistants } from './assistants.tsx';
import './integrations.css';
import { Webhooks } from '../../events/webhooks.tsx';
import { Keys } from './keys.tsx';
import { Platforms } from './platforms.tsx';

/** Integrations: keys, webhooks, events, assistants, platforms. */
export function Screen() {
  const words = useTranslations('integrations');
  const { account, may } = useSession();
  const isOwner = mayChangeSettings(account);
  return (
    <SettingsPage
      title={words.title}
      intro={
        <>
          {words.intro}{' '}
          <a className="link" href={`${basePath}/docs`} target="_blank" rel="noreferrer">
            {words.documentation}
          </a>
        </>
      }
    >
      {isOwner ? <Keys /> : <p className="quiet">{account?.isSample ? words.ofSample : words.notYours}</p>}
      {may('events:read') && <Webhooks />}
      {may('events:read') && <EventFeed />}
      <Assistants />
      <Platforms />
    </SettingsPage>
  );
}
