/** The import that the page shows; absent: the open one. */
export type ImportSearch = { reprise?: string };

const ID = /^[\da-f-]{36}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const readImportSearch = ({ reprise }: Readonly<Record<string, unknown>>): ImportSearch =>
  typeof reprise === 'string' && ID.test(reprise) ? { reprise } : {};

/** Search parameters of the past documents; days and amounts come from a figure of home. */
export type PastSearch = {
  q?: string;
  vue?: 'a-encaisser' | 'en-retard';
  client?: string;
  reprise?: string;
  du?: string;
  au?: string;
  'echu-du'?: string;
  'echu-au'?: string;
  'non-echu'?: string;
  somme?: 'affaires' | 'tva' | 'encaisse' | 'tva-encaissee';
};

const SUMS = ['affaires', 'tva', 'encaisse', 'tva-encaissee'] as const;

export function readPastSearch(raw: Readonly<Record<string, unknown>>): PastSearch {
  const text = (name: string, form: RegExp): string | undefined => {
    const said = raw[name];
    return (typeof said === 'string' || typeof said === 'number') && form.test(String(said)) ? String(said) : undefined;
  };
  const q = text('q', /\S/);
  const [client, reprise] = [text('client', ID), text('reprise', ID)];
  const [du, au] = [text('du', DAY), text('au', DAY)];
  const [dueFrom, dueTo, notDue] = [text('echu-du', DAY), text('echu-au', DAY), text('non-echu', DAY)];
  const somme = SUMS.find((each) => each === raw.somme);
  return {
    ...(q && { q }),
    ...((raw.vue === 'a-encaisser' || raw.vue === 'en-retard') && { vue: raw.vue }),
    ...(client && { client }),
    ...(reprise && { reprise }),
    ...(du && { du }),
    ...(au && { au }),
    ...(dueFrom && { 'echu-du': dueFrom }),
    ...(dueTo && { 'echu-au': dueTo }),
    ...(notDue && { 'non-echu': notDue }),
    ...(somme && { somme }),
  };
}
