import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { type Language, setLanguage, useLanguage, useTranslations } from '../../locales/language.ts';
import { type Appearance, setAppearance, useAppearance } from '../appearance.ts';
import { MenuChoice, MenuItem, PopupMenu } from '../components/popup-menu.tsx';
import { IconCheck } from '../icons.tsx';
import { useExplore } from '../open-sample-data.ts';
import { useChooseAccount } from './choose-account.ts';
import { useSession } from './session.ts';
import { useSignOut } from './sign-out.ts';

/**
 * Items of the account menu, opened as soon as they are loaded, because the button was already
 * pressed.
 */
export function AccountChoices({ button }: { button: ReactElement<ComponentProps<'button'>> }) {
  const { sample } = useTranslations('app');
  const { account } = useSession();
  // Kept here, because the items unmount while the sample data is created.
  const explore = useExplore();
  return (
    <PopupMenu position="bottom-start" button={button} startsOpen>
      <Accounts />
      <hr />
      <Languages />
      <Appearances />
      <hr />
      {account && !account.isSample && <Item onChoose={explore}>{sample.explore}</Item>}
      <SignOut />
    </PopupMenu>
  );
}

function Accounts() {
  const words = useTranslations('app').account;
  const { me, account, mode } = useSession();
  const choose = useChooseAccount();
  return (
    <>
      {(me?.accounts.length ?? 0) > 1 &&
        me?.accounts.map(({ id, name }) => (
          <Item key={id} isOn={id === account?.id} onChoose={() => choose(id, account?.isSample ? 'live' : mode)}>
            {name}
          </Item>
        ))}
      <div className="menu-title">{words.mode}</div>
      {(account?.isSample ? (['test'] as const) : (['live', 'test'] as const)).map((each) => (
        <Item key={each} isOn={each === mode} onChoose={() => account && choose(account.id, each)}>
          {words[each]}
        </Item>
      ))}
    </>
  );
}

const LANGUAGES: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' };

function Languages() {
  const words = useTranslations('app').account;
  const language = useLanguage();
  return (
    <>
      <div className="menu-title">{words.language}</div>
      {(['fr', 'en'] as const).map((each) => (
        <Item key={each} isOn={each === language} onChoose={() => void setLanguage(each)}>
          <span lang={each}>{LANGUAGES[each]}</span>
        </Item>
      ))}
    </>
  );
}

function Appearances() {
  const words = useTranslations('app').account;
  const appearance = useAppearance();
  return (
    <>
      <div className="menu-title">{words.theme}</div>
      {(['system', 'light', 'dark'] as const satisfies readonly Appearance[]).map((each) => (
        <Item key={each} isOn={each === appearance} onChoose={() => setAppearance(each)}>
          {words[each]}
        </Item>
      ))}
    </>
  );
}

function SignOut() {
  const words = useTranslations('app').account;
  const leave = useSignOut();
  return <Item onChoose={() => void leave()}>{words.signOut}</Item>;
}

function Item({ isOn, onChoose, children }: { isOn?: boolean; onChoose: () => void; children: ReactNode }) {
  if (isOn === undefined) return <MenuItem onClick={onChoose}>{children}</MenuItem>;
  return (
    <MenuChoice isChosen={isOn} mark={<IconCheck />} onChoose={onChoose}>
      {children}
    </MenuChoice>
  );
}
