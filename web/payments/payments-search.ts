/** What the address of the payments says; `du` and `au` are the days a figure of the home page sums. */
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

const DAY = /^\d{4}-\d{2}-\d{2}$/;
