import type { Words } from '../../locales/catalogues.ts';

/** What can be created from anywhere: by the palette, by `c` and a letter, or on a phone. */
export const acts = [
  { name: 'invoice', to: '/factures/nouvelle', scope: 'billing:write', key: { fr: 'f', en: 'i' } },
  { name: 'estimate', to: '/devis/nouveau', scope: 'billing:write', key: { fr: 'd', en: 'e' } },
  { name: 'purchaseOrder', to: '/devis/commande', scope: 'billing:write', key: undefined },
  { name: 'creditNote', to: '/factures/avoir', scope: 'billing:write', key: undefined },
] as const satisfies readonly { name: keyof Words<'app'>['acts']; [more: string]: unknown }[];
