import { type ReceiptsSearch, readReceiptsSearch } from './receipts-url.ts';

/** The period of the journals in the address, and the account whose lines are shown. */
export type JournalsSearch = ReceiptsSearch & { compte?: string };

export const readJournalsSearch = (search: Readonly<Record<string, unknown>>): JournalsSearch => {
  const { compte } = search;
  const said = typeof compte === 'number' ? String(compte) : compte;
  return {
    ...readReceiptsSearch(search),
    ...(typeof said === 'string' && ACCOUNT.test(said) && { compte: said }),
  };
};

const ACCOUNT = /^[1-8]\d{2}[0-9A-Z]{0,9}$/;
