import { Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Language, setLanguage, useLanguage, useWords } from '../words/language.ts';
import { type Appearance, setAppearance, useAppearance } from './appearance.ts';
import { useChosen } from './chosen.ts';
import { useExplore } from './explore.ts';
import { IconCheck, IconSelector } from './icons.tsx';
import { Mark } from './mark.tsx';
import { PopMenu } from './parts/pop-menu.tsx';
import { signOut } from './people.ts';
import { useSession } from './session.ts';

/** The account this tab is about, and what is changed around it: account, live or test, language, appearance, signing out. */
export function AccountMenu() {
  const { account: words, sample } = useWords('ground');
  const { account } = useSession();
  const name = account?.name ?? '';
  // Here, since the menu closes and is gone while a year is made.
  const explore = useExplore();
  return (
    <PopMenu
      fromStart
      button={
        <button type="button" className="account" aria-label={words.menu(name)}>
          <Mark /> <span className="account-name">{name}</span> <IconSelector />
        </button>
      }
    >
      <Accounts />
      <hr />
      <Languages />
      <Appearances />
      <hr />
      {account && !account.isSample && <Item act={explore}>{sample.explore}</Item>}
      <SignOut />
    </PopMenu>
  );
}

function Accounts() {
  const words = useWords('ground').account;
  const { me, account, mode } = useSession();
  const choose = useChosen();
  return (
    <>
      {(me?.accounts.length ?? 0) > 1 &&
        me?.accounts.map(({ id, name }) => (
          <Item key={id} on={id === account?.id} act={() => choose(id, account?.isSample ? 'live' : mode)}>
            {name}
          </Item>
        ))}
      <div className="menu-title">{words.mode}</div>
      {(account?.isSample ? (['test'] as const) : (['live', 'test'] as const)).map((each) => (
        <Item key={each} on={each === mode} act={() => account && choose(account.id, each)}>
          {words[each]}
        </Item>
      ))}
    </>
  );
}

const LANGUAGES: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' };

function Languages() {
  const words = useWords('ground').account;
  const language = useLanguage();
  return (
    <>
      <div className="menu-title">{words.language}</div>
      {(['fr', 'en'] as const).map((each) => (
        <Item key={each} on={each === language} act={() => void setLanguage(each)}>
          <span lang={each}>{LANGUAGES[each]}</span>
        </Item>
      ))}
    </>
  );
}

function Appearances() {
  const words = useWords('ground').account;
  const appearance = useAppearance();
  return (
    <>
      <div className="menu-title">{words.theme}</div>
      {(['system', 'light', 'dark'] as const satisfies readonly Appearance[]).map((each) => (
        <Item key={each} on={each === appearance} act={() => setAppearance(each)}>
          {words[each]}
        </Item>
      ))}
    </>
  );
}

function SignOut() {
  const words = useWords('ground').account;
  const leave = useSignOut();
  return <Item act={() => void leave()}>{words.signOut}</Item>;
}

/** Ends the session, and forgets what was read in it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    await signOut();
    queries.clear();
    await navigate({ to: '/connexion' });
  };
}

function Item({ on, act, children }: { on?: boolean; act: () => void; children: ReactNode }) {
  if (on === undefined) return <Menu.Item onClick={act}>{children}</Menu.Item>;
  const mark = on ? <IconCheck /> : undefined;
  return (
    <Menu.RadioItem value="" checked={on} onChange={act} closeMenuOnClick checkIcon={<></>} rightSection={mark}>
      {children}
    </Menu.RadioItem>
  );
}
