import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SessionAccount, useSession } from '../../../app/session/session.ts';
import { type Answer, type Asked, call } from '../../../client/call.ts';

type CompanySettings = Answer<'get-me'>['settings'];
type CompanyChange = NonNullable<Asked<'update-company'>['body']>;

/**
 * Whether the user may edit settings: only owners, and never in sample data, which is in test mode.
 */
export const mayChangeSettings = (account: SessionAccount | undefined): boolean =>
  account?.isSample !== true && (account?.scopes.live.includes('account:admin') ?? false);

/**
 * Settings are read in live mode whatever the page shows, except for sample data, which is in test
 * mode.
 */
export const settingsKey = (account: SessionAccount | undefined): { mode?: 'live' } =>
  account?.isSample ? {} : { mode: 'live' };

/** The account settings in live mode (test mode for sample data), and an update function. */
export function useCompany(): {
  settings: CompanySettings | undefined;
  /** The VAT number derived from the SIREN, if none is set. */
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

/** Props of a part of the settings page. */
export type CompanyPatch = {
  readonly settings: CompanySettings;
  readonly disabled: boolean;
  readonly save: (change: CompanyChange) => Promise<void>;
};

/** An empty field removes the value. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
