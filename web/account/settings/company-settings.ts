import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type Asked, call } from '../../client/call.ts';
import { useSession } from '../../ground/session.ts';

type CompanySettings = Answer<'get-me'>['settings'];
type CompanyChange = NonNullable<Asked<'update-company'>['body']>;

/** The settings of the account, live ones whatever the page shows, and the way to change a part of them. */
export function useCompany(): {
  settings: CompanySettings | undefined;
  error: unknown;
  mayChange: boolean;
  savedAt: number | undefined;
  save: (change: CompanyChange) => Promise<void>;
} {
  const queries = useQueryClient();
  const { account } = useSession();
  const [savedAt, setSavedAt] = useState<number>();
  const { data, error } = useQuery({ queryKey: ['get-me', {}], queryFn: () => call('get-me', {}, { mode: 'live' }) });
  return {
    settings: data?.settings,
    error,
    savedAt,
    mayChange: account?.scopes.live.includes('account:admin') ?? false,
    save: async (change) => {
      const answer = await call('update-company', { body: change }, { mode: 'live' });
      queries.setQueryData(['get-me', {}], answer);
      setSavedAt(Math.floor(Date.now() / 1000));
    },
  };
}

/** What a part of a page needs of the settings. */
export type OfCompany = {
  readonly settings: CompanySettings;
  readonly disabled: boolean;
  readonly save: (change: CompanyChange) => Promise<void>;
};

/** Nothing written is nothing kept. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
