import type { Asked } from '../../client/call.ts';

/** Filters of the document list and of its totals. */
export type Filter = Omit<NonNullable<Asked<'get-billings-totals'>['query']>, 'booked'>;

/** The two document lists, each on its own screen. */
export type ListName = 'estimates' | 'invoices';

/** A named view of a list. */
export type ViewName =
  | 'all'
  | 'drafts'
  | 'unpaid'
  | 'late'
  | 'paid'
  | 'credits'
  | 'recurring'
  | 'reminded'
  | 'waiting'
  | 'toBill'
  | 'lost'
  | 'orders'
  | 'archived';

type View = {
  readonly name: ViewName /** Its value in the address. */;
  readonly said: string;
  readonly filter: Filter;
};

export const registers: Readonly<
  Record<
    ListName,
    {
      readonly to: '/devis' | '/factures';
      readonly types: NonNullable<Filter['type']>;
      readonly views: readonly View[];
    }
  >
> = {
  estimates: {
    to: '/devis',
    types: ['estimate', 'purchase_order'],
    views: [
      { name: 'all', said: '', filter: {} },
      { name: 'drafts', said: 'brouillons', filter: { state: ['draft'] } },
      { name: 'waiting', said: 'en-attente', filter: { situation: ['final', 'waiting', 'expiring'] } },
      { name: 'toBill', said: 'a-facturer', filter: { toBill: true } },
      { name: 'lost', said: 'sans-suite', filter: { situation: ['refused', 'expired'] } },
      { name: 'orders', said: 'commandes', filter: { type: ['purchase_order'] } },
      { name: 'archived', said: 'archives', filter: { archived: true } },
    ],
  },
  invoices: {
    to: '/factures',
    types: ['invoice', 'advance', 'asset'],
    views: [
      { name: 'all', said: '', filter: {} },
      { name: 'drafts', said: 'brouillons', filter: { state: ['draft'] } },
      { name: 'unpaid', said: 'a-encaisser', filter: { unpaid: true } },
      { name: 'late', said: 'en-retard', filter: { late: true } },
      { name: 'paid', said: 'payees', filter: { situation: ['paid'] } },
      { name: 'credits', said: 'avoirs', filter: { type: ['asset'] } },
      { name: 'reminded', said: 'relances', filter: { onlyReminderActive: true } },
      { name: 'recurring', said: 'recurrentes', filter: { recurring: ['active', 'paused', 'over'] } },
      { name: 'archived', said: 'archives', filter: { archived: true } },
    ],
  },
};
