import { useTranslations } from '../../locales/language.ts';
import { Page } from '../components/page.tsx';
import { useSignOut } from './sign-out.ts';

/** What somebody sees who is signed in and a member of no account: they left the last one, or were removed. */
export function NoAccount() {
  const { noAccount, account } = useTranslations('app');
  const signOut = useSignOut();
  return (
    <Page title={noAccount.title}>
      <div className="plain">
        <p>{noAccount.said}</p>
        <button type="button" className="btn primary" onClick={() => void signOut()}>
          {account.signOut}
        </button>
      </div>
    </Page>
  );
}
