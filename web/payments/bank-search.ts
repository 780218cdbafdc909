/** What the address of the bank says: which of its lists. */
export type BankSearch = { vue?: 'restants' | 'rapproches' | 'releves' };

export const readBankSearch = ({ vue }: Readonly<Record<string, unknown>>): BankSearch =>
  vue === 'restants' || vue === 'rapproches' || vue === 'releves' ? { vue } : {};
