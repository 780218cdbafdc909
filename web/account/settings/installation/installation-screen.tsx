import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Loading } from '../../../app/components/loading.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { SettingsPage } from '../settings-page.tsx';
import { PublicAddress } from './address-form.tsx';
import { Backup } from './backup-form.tsx';
import { MailServer } from './mail-server-form.tsx';
import { Updates } from './update-form.tsx';
import { useInstallation } from './use-installation.ts';

/** Settings of the whole service, for its operator. */
export function Screen() {
  const words = useTranslations('installation');
  const { data, error } = useInstallation();
  const intro = !data?.settingsOpen ? words.off : data.isOperator ? words.intro : words.notYours;
  return (
    <SettingsPage title={words.title} intro={data && intro}>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={6} />}
      {data?.isOperator && data.settingsOpen && (
        <>
          <MailServer />
          <Backup />
          <PublicAddress />
          <Updates />
        </>
      )}
    </SettingsPage>
  );
}
