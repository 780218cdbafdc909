/** Calls an operation by name; a refusal ends the creation. `live` calls outside of test mode. */
export type Ask = (
  name: string,
  said: { id?: string; query?: object; body?: object; live?: boolean },
) => Promise<unknown>;

/** A step that happens this many days ago. */
export type Step = { readonly ago: number; readonly run: () => Promise<void> };

/** Fields of a document that the sample data reads. */
export type Created = {
  readonly id: string;
  readonly type: string;
  readonly total: { readonly remainingReconciliateAmount: number };
};

const DAY = 86_400;
export type Line = Readonly<Record<string, unknown>>;
type Opening = {
  readonly ago: number;
  readonly title: string;
  readonly lines: readonly Line[];
  readonly more?: object;
};
type Payment = { readonly ago: number; readonly amount?: number; readonly method?: string };

/** Helpers to create sample documents. Prices are cents, `ago` is days. */
export type DocumentBuilder = ReturnType<typeof documentBuilder>;

export function documentBuilder(ask: Ask, today: number) {
  const at = (ago: number): number => today - ago * DAY;
  const dated = (kind: 'invoice' | 'advance' | 'asset', id: string, ago: number) =>
    ask(`update-${kind}-timeline`, { id, body: { emittedAt: at(ago), paymentDelay: 'thirty_days' } });
  const finalize = async (id: string): Promise<Created> => (await ask('finalize-billing', { id })) as Created;
  const made = async (name: string, said: { id?: string; body: object }): Promise<Created> =>
    (await ask(name, said)) as Created;

  return {
    ask,
    at,
    dated,
    finalize,
    made,
    service: (designation: string, quantity: number, quantityUnit: string, unitPrice: number): Line => ({
      ...{ designation, quantity, quantityUnit, unitPrice, type: 'service_delivery', vatCode: 'FR_2000' },
    }),
    goods: (designation: string, quantity: number, unitPrice: number, vatCode = 'FR_2000'): Line => ({
      ...{ designation, quantity, quantityUnit: 'unit', unitPrice, type: 'sale_of_goods', vatCode },
    }),
    /** A finalized invoice. */
    invoice: async (customer: string, { ago, title, lines, more = {} }: Opening): Promise<Created> => {
      const { id } = await made('create-invoice', { id: customer, body: { title, lines, ...more } });
      await dated('invoice', id, ago);
      return finalize(id);
    },
    /** A finalized estimate, open for `opens` days. */
    estimate: async (customer: string, { opens, ...said }: Opening & { opens: number }): Promise<Created> => {
      const { ago, title, lines, more = {} } = said;
      const { id } = await made('create-estimate', { id: customer, body: { title, lines, ...more } });
      const body = { emittedAt: at(ago), paymentDelay: 'thirty_days', expiredAt: at(ago - opens) };
      await ask('update-estimate-timeline', { id, body });
      return finalize(id);
    },
    /**
     * A finalized advance for part of an estimate, in hundredths of a percent like all percentages
     * here.
     */
    advance: async (estimate: Created, { ago, percentage }: { ago: number; percentage: number }): Promise<Created> => {
      const { id } = await made('create-advance', { id: estimate.id, body: { mode: 'PERCENTAGE', percentage } });
      await dated('advance', id, ago);
      return finalize(id);
    },
    finalInvoice: async (estimate: Created, { ago }: { ago: number }): Promise<Created> => {
      const { id } = await made('create-final-invoice', { id: estimate.id, body: {} });
      await dated('invoice', id, ago);
      return finalize(id);
    },
    /** A finalized credit note of an invoice, optionally of these lines only. */
    credit: async (invoice: Created, { ago, lines }: { ago: number; lines?: readonly Line[] }): Promise<Created> => {
      const { id } = await made('create-asset', { id: invoice.id, body: {} });
      if (lines) await ask('update-billing-lines', { id, body: { lines } });
      await dated('asset', id, ago);
      return finalize(id);
    },
    /** A received payment; without an amount, the balance due. */
    pay: async ({ id, type }: Created, { ago, amount, method = 'transfer' }: Payment): Promise<void> => {
      const { total } = await made('get-billing-by-id', { id, body: {} });
      const payment = { amount: amount ?? total.remainingReconciliateAmount, receivedAt: at(ago), method };
      const name = type === 'advance' ? 'mark-advance-paid' : 'mark-paid';
      await ask(name, { id, body: { payments: [payment] } });
    },
  };
}
