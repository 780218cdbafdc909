import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SessionAccount, useSession } from '../../../app/session/session.ts';
import { type Answer, type Asked, call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';

type CompanySettings = Answer<'get-me'>['settings'];
type CompanyChange = NonNullable<Asked<'update-company'>['body']>;

/** Whether settings may be changed there: by an owner, and never those of sample data, which are in test mode alone. */
export const mayChangeSettings = (account: SessionAccount | undefined): boolean =>
  account?.isSample !== true && (account?.scopes.live.includes('account:admin') ?? false);

/** Why they may not, for people. */
export function useReadOnlyReason(): string {
  const words = useTranslations('settings');
  return useSession().account?.isSample ? words.ofSample : words.notYours;
}

/** How settings are asked for: live ones whatever the page shows, but for sample data, which are in test mode alone. */
export const settingsKey = (account: SessionAccount | undefined): { mode?: 'live' } =>
  account?.isSample ? {} : { mode: 'live' };

/** The settings of the account, live ones whatever the page shows, and the way to change a part of them. */
export function useCompany(): {
  settings: CompanySettings | undefined;
  /** The VAT number that follows from the SIREN, where none is set. */
  proposedVatNumber: string | undefined;
  error: unknown;
  mayChange: boolean;
  savedAt: number | undefined;
  save: (change: CompanyChange) => Promise<void>;
} {
  const queries = useQueryClient();
  const { account } = useSession();
  const [savedAt, setSavedAt] = useState<number>();
  const { data, error } = useQuery({
    queryKey: ['get-me', {}],
    queryFn: () => call('get-me', {}, settingsKey(account)),
  });
  return {
    settings: data?.settings,
    proposedVatNumber: data?.proposedVatNumber,
    error,
    savedAt,
    mayChange: mayChangeSettings(account),
    save: async (change) => {
      const answer = await call('update-company', { body: change }, { mode: 'live' });
      queries.setQueryData(['get-me', {}], answer);
      setSavedAt(Math.floor(Date.now() / 1000));
    },
  };
}

/** What a part of a page needs of the settings. */
export type CompanyPatch = {
  readonly settings: CompanySettings;
  readonly disabled: boolean;
  readonly save: (change: CompanyChange) => Promise<void>;
};

/** Nothing written is nothing kept. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
