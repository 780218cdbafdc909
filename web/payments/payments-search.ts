/** What the address of the payments says. */
export type PaymentsSearch = { q?: string; mode?: string; annee?: string; client?: string; sens?: 'croissant' };

export function readPaymentsSearch(raw: Readonly<Record<string, unknown>>): PaymentsSearch {
  const text = (name: string): string | undefined => {
    const said = raw[name];
    return (typeof said === 'string' || typeof said === 'number') && said !== '' ? String(said) : undefined;
  };
  const [q, mode, annee, client] = ['q', 'mode', 'annee', 'client'].map(text);
  return {
    ...(q && { q }),
    ...(mode && { mode }),
    ...(annee && /^\d{4}$/.test(annee) && { annee }),
    ...(client && { client }),
    ...(raw.sens === 'croissant' && { sens: 'croissant' }),
  };
}
