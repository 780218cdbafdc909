import { Link } from '@tanstack/react-router';
import { Settings } from '../../account/settings/settings-page.tsx';
import { useSession } from '../../app/session/session.ts';
import { useTranslations } from '../../locales/language.ts';

/** The way to the deletion of the account, under the exports. Sample data has its own. */
export function DeleteAccountLink() {
  const words = useTranslations('settings').data;
  const { account } = useSession();
  if (!account || account.isSample) return null;
  return (
    <Settings title={words.deletion}>
      <p className="description">{words.deletionSaid}</p>
      <Link className="btn" to="/reglages/suppression">
        {words.deletionOpen}
      </Link>
    </Settings>
  );
}
