import type { BillingType } from '../../src/schemas/billing/document/document-type.ts';
import { type Books, TRAINING } from '../support/documents/example-books.ts';

/** Half a day: 600.00 with tax. */
const HALF = { ...TRAINING, unitPrice: 50000 };
const REFERENCE = { number: 'F-2025-0042', date: 1748736000 };

/** Creates one document in a state and returns its ID. */
type Maker = (books: Books, customerId: string) => Promise<string>;
export type Makers = Readonly<Record<string, Maker>>;

const idOf = async (made: Promise<{ id: string }>): Promise<string> => (await made).id;

/** An estimate or a purchase order, by the documents derived from it. */
const offers = (estimateType: 'estimate' | 'purchase_order'): Makers => {
  const draft: Maker = (b, c) => idOf(b.estimate(c, { estimateType, lines: [TRAINING] }));
  const finalized: Maker = async (b, c) => idOf(b.finalized({ id: await draft(b, c) }));
  const signed: Maker = async (b, c) => idOf(b.done('sign-estimate', await finalized(b, c)));
  /** Signed, then billed in part or in full. */
  const then =
    (make: (b: Books, id: string) => Promise<unknown>): Maker =>
    async (b, c) => {
      const id = await signed(b, c);
      await make(b, id);
      return id;
    };
  const advance = async (b: Books, id: string): Promise<string> => idOf(b.finalizedAdvance(id));
  const finalInvoice = async (b: Books, id: string): Promise<string> =>
    idOf(b.finalized(b.done('create-final-invoice', id)));
  return {
    draft,
    finalized,
    signed,
    refused: async (b, c) => idOf(b.done('refuse-estimate', await finalized(b, c))),
    advDraft: then((b, id) => b.done('create-advance', id)),
    advFinal: then(advance),
    advPaid: then(async (b, id) => b.pay('advance', await advance(b, id), 36000)),
    advCancel: then(async (b, id) => b.done('cancel-advance', await advance(b, id))),
    finDraft: then((b, id) => b.done('create-final-invoice', id)),
    finFinal: then(finalInvoice),
    finCancel: then(async (b, id) => b.done('cancel-invoice', await finalInvoice(b, id))),
    archDraft: async (b, c) => idOf(b.done('archive-billing', await draft(b, c))),
    archSign: async (b, c) => idOf(b.done('archive-billing', await signed(b, c))),
  };
};

const invoices = (): Makers => {
  const draft: Maker = (b, c) => idOf(b.invoice(c));
  const finalized: Maker = (b, c) => idOf(b.finalized(b.invoice(c)));
  const after =
    (make: (b: Books, id: string) => Promise<unknown>, before: Maker = finalized): Maker =>
    async (b, c) => {
      const id = await before(b, c);
      await make(b, id);
      return id;
    };
  const credit = (b: Books, id: string) => b.done('create-asset', id);
  const creditHalf = async (b: Books, id: string) => {
    const creditNote = await credit(b, id);
    await b.done('update-billing-lines', creditNote.id, { lines: [HALF] });
    return b.finalized(creditNote);
  };
  const pay = (b: Books, id: string) => b.pay('invoice', id, 120000);
  const payHalf = (b: Books, id: string) => b.pay('invoice', id, 60000);
  const cancel = (b: Books, id: string) => b.done('cancel-invoice', id);
  const finalInvoice: Maker = async (b, c) => idOf(b.done('create-final-invoice', (await b.signedEstimate(c)).id));
  return {
    draft,
    draftCn: after(credit, draft),
    finalized,
    finalCn: after(credit),
    partPaid: after(payHalf),
    paid: after(pay),
    partCred: after(creditHalf),
    settled: after(creditHalf, after(payHalf)),
    canceled: after(cancel),
    partCanc: after(cancel, after(payHalf)),
    paidCanc: after(cancel, after(pay)),
    credited: after(async (b, id) => b.finalized(credit(b, id))),
    archived: after((b, id) => b.done('archive-billing', id)),
    finDraft: finalInvoice,
    finFinal: async (b, c) => idOf(b.finalized({ id: await finalInvoice(b, c) })),
  };
};

const advances = (): Makers => {
  const draft: Maker = async (b, c) => idOf(b.done('create-advance', (await b.signedEstimate(c)).id));
  const finalized: Maker = async (b, c) => idOf(b.finalized({ id: await draft(b, c) }));
  const after =
    (make: (b: Books, id: string) => Promise<unknown>, before: Maker = finalized): Maker =>
    async (b, c) => {
      const id = await before(b, c);
      await make(b, id);
      return id;
    };
  const credit = (b: Books, id: string) => b.done('create-asset-from-advance', id);
  const pay = (b: Books, id: string) => b.pay('advance', id, 36000);
  const cancel = (b: Books, id: string) => b.done('cancel-advance', id);
  return {
    draft,
    finalized,
    partPaid: after((b, id) => b.pay('advance', id, 10000)),
    paid: after(pay),
    canceled: after(cancel),
    paidCanc: after(cancel, after(pay)),
    draftCn: after(credit),
    partCred: after(async (b, id) => {
      const creditNote = await credit(b, id);
      await b.done('update-billing-lines', creditNote.id, { lines: [{ ...TRAINING, unitPrice: 10000 }] });
      await b.finalized(creditNote);
    }),
    credited: after(async (b, id) => b.finalized(credit(b, id))),
    archived: after((b, id) => b.done('archive-billing', id)),
    billed: async (b, c) => {
      const { id: estimateId } = await b.signedEstimate(c);
      const id = await idOf(b.finalizedAdvance(estimateId));
      await b.finalized(b.done('create-final-invoice', estimateId));
      return id;
    },
  };
};

const creditNotes = (): Makers => {
  const { draft: draftInvoice, finalized: invoice } = invoices() as { draft: Maker; finalized: Maker };
  const { finalized: advance } = advances() as { finalized: Maker };
  const draft: Maker = async (b, c) => idOf(b.done('create-asset', await invoice(b, c)));
  const finalized: Maker = async (b, c) => idOf(b.finalized({ id: await draft(b, c) }));
  const free =
    (references: object[]): Maker =>
    (b, c) =>
      idOf(b.done('create-free-asset', undefined, { billingCustomerId: c, references, lines: [TRAINING] }));
  return {
    draft,
    finalized,
    refunded: async (b, c) => idOf(b.done('refund-asset', await finalized(b, c), { refundAt: 1772442000 })),
    ofDraft: async (b, c) => idOf(b.done('create-asset', await draftInvoice(b, c))),
    ofAdvance: async (b, c) => idOf(b.done('create-asset-from-advance', await advance(b, c))),
    archived: async (b, c) => idOf(b.done('archive-billing', await finalized(b, c))),
    free: free([]),
    freeNamed: free([REFERENCE]),
    freeFinal: async (b, c) => idOf(b.finalized({ id: await free([REFERENCE])(b, c) })),
  };
};

/** Every state of every kind, by its name in the tables. */
export const states: Readonly<Record<BillingType, Makers>> = {
  estimate: offers('estimate'),
  purchase_order: offers('purchase_order'),
  invoice: invoices(),
  advance: advances(),
  asset: creditNotes(),
};
