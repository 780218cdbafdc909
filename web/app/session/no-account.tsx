import { useTranslations } from '../../locales/language.ts';
import { Page } from '../components/page.tsx';
import { useSignOut } from './sign-out.ts';

/** Screen of a signed-in user without any account, because they left or were removed. */
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
