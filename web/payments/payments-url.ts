/** Search parameters of the payments; `du` and `au` are the period of a home page figure. */
export type PaymentsSearch = {
  q?: string;
  mode?: string;
  annee?: string;
  client?: string;
  devise?: string;
  sens?: 'croissant';
  du?: string;
  au?: string;
};

export function readPaymentsSearch(raw: Readonly<Record<string, unknown>>): PaymentsSearch {
  const text = (name: string): string | undefined => {
    const said = raw[name];
    return (typeof said === 'string' || typeof said === 'number') && said !== '' ? String(said) : undefined;
  };
  const [q, mode, annee, client, devise, du, au] = ['q', 'mode', 'annee', 'client', 'devise', 'du', 'au'].map(text);
  return {
    ...(q && { q }),
    ...(mode && { mode }),
    ...(annee && /^\d{4}$/.test(annee) && { annee }),
    ...(client && { client }),
    ...(devise && { devise }),
    ...(du && DAY.test(du) && { du }),
    ...(au && DAY.test(au) && { au }),
    ...(raw.sens === 'croissant' && { sens: 'croissant' }),
  };
}

/** Search parameters of the online payments: year and month. */
export type OnlineSearch = { annee?: string; mois?: string };

export const readOnlineSearch = ({ annee, mois }: Readonly<Record<string, unknown>>): OnlineSearch => ({
  ...(/^\d{4}$/.test(String(annee)) && { annee: String(annee) }),
  ...(/^(0[1-9]|1[0-2])$/.test(String(mois)) && { mois: String(mois) }),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
