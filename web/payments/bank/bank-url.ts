/** Search parameters of the bank screen: tab and account. */
export type BankSearch = { vue?: 'restants' | 'depenses' | 'rapproches' | 'releves'; compte?: string };

export const readBankSearch = ({ vue, compte }: Readonly<Record<string, unknown>>): BankSearch => ({
  ...((vue === 'restants' || vue === 'depenses' || vue === 'rapproches' || vue === 'releves') && { vue }),
  ...(typeof compte === 'string' && UUID.test(compte) && { compte }),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
