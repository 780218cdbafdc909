/** Search parameters of the received invoices: view, text, period of issue. */
export type ReceivedSearch = { vue?: 'traitees' | 'illisibles' | 'toutes'; q?: string; du?: string; au?: string };

export const readReceivedSearch = ({ vue, q, du, au }: Readonly<Record<string, unknown>>): ReceivedSearch => ({
  ...((vue === 'traitees' || vue === 'illisibles' || vue === 'toutes') && { vue }),
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  ...(typeof du === 'string' && DAY.test(du) && { du }),
  ...(typeof au === 'string' && DAY.test(au) && { au }),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
