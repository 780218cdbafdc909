import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { IconSelector } from '../icons.tsx';
import { Mark } from '../logo.tsx';
import { useSession } from './session.ts';

const choices = () => import('./account-menu-items.tsx');
const AccountChoices = lazy(async () => ({ default: (await choices()).AccountChoices }));

/**
 * Account menu: account, live or test mode, language, appearance, sign out. Its items load when it
 * is pressed, or earlier when the pointer approaches, so no screen waits for them.
 */
export function AccountMenu() {
  const [isWanted, want] = useState(false);
  if (isWanted)
    return (
      <Suspense fallback={<AccountButton aria-expanded />}>
        <AccountChoices button={<AccountButton />} />
      </Suspense>
    );
  const near = (): void => void choices().catch(() => {});
  return (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => want(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        want(true);
      }}
    />
  );
}

function AccountButton(props: ComponentProps<'button'>) {
  const { account: words } = useTranslations('app');
  const name = useSession().account?.name ?? '';
  return (
    <button type="button" aria-label={words.menu(name)} {...props} className="account">
      <Mark /> <span className="account-name">{name}</span> <IconSelector />
    </button>
  );
}
