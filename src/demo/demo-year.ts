/**
 * Fields of documents and customers that the demo reads. Amounts are cents of the document's
 * currency.
 */
type Shown = {
  readonly id: string;
  readonly type: string;
  readonly number: string;
  readonly state: string;
  readonly canceledAt?: number;
  readonly currencyCode: string;
  readonly total: {
    readonly amountWithoutTaxAfterDiscount: number;
    readonly amountWithTaxAfterDiscount: number;
    readonly vatDetails: readonly { readonly amount: number }[];
    readonly remainingReconciliateAmount: number;
  };
  readonly assets: readonly { readonly number: string }[];
};

/** Makes one API call over HTTPS and returns its JSON. A refusal ends the demo. */
export type Call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) => Promise<Shown>;

/** One row of the demo: what happened, and to which document. `at` is Unix seconds. */
export type Moment = { at: number; what: { fr: string; en: string }; document: Shown };

const DAY = 86_400;
const tell = (at: number, fr: string, en: string, document: Shown): Moment => ({ at, what: { fr, en }, document });

/**
 * A web developer's year, using only the API: an estimate with an advance and a final invoice, a
 * private customer, a partial credit note, dollars, a canceled mistake, a declined offer. It ends
 * today (Unix seconds).
 */
export async function* yearOf(call: Call, today: number): AsyncGenerator<Moment> {
  const day = (daysAgo: number): number => today - daysAgo * DAY;
  const studio = await organization(call, {
    name: 'Atelier Bois & Fils',
    siret: '73282932000074',
    city: 'Nantes',
    zipCode: '44000',
    country: 'FR',
  });
  yield* websiteProject(call, studio, day);
  yield* privateCustomer(call, day);
  yield* partlyCredited(call, studio, day);
  yield* inDollars(call, day);
  yield* mistakeAndDecline(call, studio, day);
}

type Day = (daysAgo: number) => number;

const website = [
  {
    designation: 'Développement',
    quantity: 3.5,
    quantityUnit: 'day',
    unitPrice: 45_000,
    type: 'service_delivery',
    vatCode: 'FR_2000',
  },
  {
    designation: 'Hébergement, un an',
    quantity: 1,
    quantityUnit: 'unit',
    unitPrice: 12_345,
    type: 'service_delivery',
    vatCode: 'FR_2000',
    discount: { mode: 'PERCENTAGE', amount: 1000 },
  },
  {
    designation: 'Guides imprimés',
    quantity: 3,
    quantityUnit: 'unit',
    unitPrice: 999,
    type: 'sale_of_goods',
    vatCode: 'FR_550',
  },
  {
    designation: 'Nom de domaine, avancé pour vous',
    quantity: 1,
    quantityUnit: 'unit',
    unitPrice: 8000,
    type: 'disbursement',
  },
];

/** Estimate → signature → advance → final invoice → payments. */
async function* websiteProject(call: Call, customer: string, day: Day): AsyncGenerator<Moment> {
  const estimate = await call('POST', `/v2/billing/estimate/${customer}`, {
    title: 'Refonte du site',
    discount: { mode: 'PERCENTAGE', amount: 500 },
    lines: website,
  });
  await call('PATCH', `/v2/billing/estimate/${estimate.id}/timeline`, {
    emittedAt: day(330),
    paymentDelay: 'thirty_days',
    expiredAt: day(300),
  });
  await finalize(call, estimate);
  const signed = await call('PATCH', `/v2/billing/estimate/${estimate.id}/sign`);
  yield tell(day(330), 'Devis remis, puis signé', 'Estimate handed over, then signed', signed);

  const advance = await call('POST', `/v2/billing/estimate/${estimate.id}/advance`, {
    mode: 'PERCENTAGE',
    percentage: 30,
  });
  await dated(call, 'advance', advance, day(325));
  await finalize(call, advance);
  const cashed = await pay(
    call,
    'advance',
    advance.id,
    advance.total.remainingReconciliateAmount,
    day(320),
    'transfer',
  );
  yield tell(day(325), 'Acompte de 30 %, encaissé', 'Advance of 30 %, paid', cashed);

  const final = await call('POST', `/v2/billing/estimate/${estimate.id}/final-invoice`);
  await dated(call, 'invoice', final, day(270));
  const billed = await finalize(call, final);
  yield tell(day(270), 'Facture finale, l’acompte déduit', 'Final invoice, the advance deducted', billed);
  await pay(call, 'invoice', final.id, 100_000, day(255), 'transfer');
  const rest = billed.total.remainingReconciliateAmount - 100_000;
  const paid = await pay(call, 'invoice', final.id, rest, day(240), 'transfer');
  yield tell(day(240), 'Réglée en deux fois', 'Paid in two parts', paid);
}

/** Prices including VAT, for a private customer. */
async function* privateCustomer(call: Call, day: Day): AsyncGenerator<Moment> {
  const contact = await call('POST', '/contact', {
    firstname: 'Léa',
    lastname: 'Moreau',
    emails: ['lea.moreau@example.org'],
    billingAddress: { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' },
  });
  const invoice = await invoiceOf(call, contact.id, day(200), {
    title: 'Dépannage à domicile',
    lines: [
      {
        designation: 'Forfait installation',
        quantity: 1,
        unitPrice: 49_999,
        vatCode: 'FR_2000',
        type: 'commercial_or_craft_services',
        isTaxIncluded: true,
      },
      {
        designation: 'Câbles',
        quantity: 3,
        unitPrice: 333,
        vatCode: 'FR_2000',
        type: 'sale_of_goods',
        isTaxIncluded: true,
      },
    ],
  });
  const paid = await pay(
    call,
    'invoice',
    invoice.id,
    invoice.total.remainingReconciliateAmount,
    day(200),
    'credit_card',
  );
  yield tell(
    day(200),
    'Prix TTC tenus au centime, payée par carte',
    'Prices with tax kept to the cent, paid by card',
    paid,
  );
}

/** Half of a line credited, the rest paid. */
async function* partlyCredited(call: Call, customer: string, day: Day): AsyncGenerator<Moment> {
  const invoice = await invoiceOf(call, customer, day(150), {
    title: 'Formation',
    lines: [
      {
        designation: 'Journée de formation',
        quantity: 2,
        quantityUnit: 'day',
        unitPrice: 80_000,
        vatCode: 'FR_2000',
        type: 'service_delivery',
      },
      {
        designation: 'Supports',
        quantity: 10,
        quantityUnit: 'unit',
        unitPrice: 1500,
        vatCode: 'FR_2000',
        type: 'sale_of_goods',
      },
    ],
  });
  yield tell(day(150), 'Formation de deux jours', 'Two days of training', invoice);
  const asset = await call('POST', `/v2/billing/invoice/${invoice.id}/asset`);
  await call('PATCH', `/v2/billing/${asset.id}/lines`, {
    lines: [
      {
        designation: 'Journée de formation annulée',
        quantity: 1,
        quantityUnit: 'day',
        unitPrice: 80_000,
        vatCode: 'FR_2000',
        type: 'service_delivery',
      },
    ],
  });
  await dated(call, 'asset', asset, day(140));
  yield tell(
    day(140),
    'Avoir partiel : une journée n’a pas eu lieu',
    'Partial credit note: one day did not take place',
    await finalize(call, asset),
  );
  const { total } = await call('GET', `/v2/billing/invoice/${invoice.id}`);
  const paid = await pay(call, 'invoice', invoice.id, total.remainingReconciliateAmount, day(130), 'cheque');
  yield tell(day(130), 'Le reste, réglé par chèque', 'The rest, paid by cheque', paid);
}

/** A foreign customer and currency, fully credited. */
async function* inDollars(call: Call, day: Day): AsyncGenerator<Moment> {
  const customer = await organization(call, {
    name: 'Blue Harbor Inc.',
    city: 'Portland',
    zipCode: '97201',
    country: 'US',
  });
  const invoice = await call('POST', `/v2/billing/invoice/${customer}`, {
    title: 'Design review',
    lines: [
      {
        designation: 'Design review',
        quantity: 12,
        quantityUnit: 'hour',
        unitPrice: 11_000,
        vatCode: 'FR_0HUE',
        type: 'service_delivery',
      },
    ],
  });
  await call('PUT', `/v2/billing/invoice/${invoice.id}/currency`, { currency: 'USD', currencyRate: 1.0856 });
  await call('PUT', `/v2/billing/invoice/${invoice.id}/locale`, { locale: 'en' });
  await call('PATCH', `/v2/billing/invoice/${invoice.id}/general-informations`, { vatMention: 'vat_not_applicable_2' });
  await dated(call, 'invoice', invoice, day(100));
  yield tell(
    day(100),
    'Facture en dollars, sans TVA (art. 259-1)',
    'Invoice in dollars, without VAT',
    await finalize(call, invoice),
  );
  const asset = await call('POST', `/v2/billing/invoice/${invoice.id}/asset`);
  await dated(call, 'asset', asset, day(80));
  yield tell(day(80), 'Avoir total', 'Full credit note', await finalize(call, asset));
}

/** An invoice with a wrong amount, canceled in one call; a purchase order the customer declines. */
async function* mistakeAndDecline(call: Call, customer: string, day: Day): AsyncGenerator<Moment> {
  const maintenance = [
    {
      designation: 'Maintenance',
      quantity: 1,
      quantityUnit: 'month',
      unitPrice: 19_000,
      vatCode: 'FR_2000',
      type: 'service_delivery',
    },
  ];
  const wrong = await invoiceOf(call, customer, day(40), { title: 'Maintenance', lines: maintenance });
  const canceled = await call('POST', `/v2/billing/invoice/${wrong.id}/cancel`, {
    wantArchiveAfterCancellation: false,
  });
  yield tell(
    day(40),
    `Erreur annulée par l’avoir ${canceled.assets[0]?.number}`,
    `A mistake, canceled by ${canceled.assets[0]?.number}`,
    canceled,
  );

  const order = await call('POST', `/v2/billing/estimate/${customer}`, {
    estimateType: 'purchase_order',
    title: 'Application mobile',
    lines: [
      {
        designation: 'Application mobile',
        quantity: 20,
        quantityUnit: 'day',
        unitPrice: 52_000,
        vatCode: 'FR_2000',
        type: 'service_delivery',
      },
    ],
  });
  await finalize(call, order);
  const declined = await call('PATCH', `/v2/billing/estimate/${order.id}/refuse`);
  yield tell(day(0), 'Bon de commande décliné par le client', 'Purchase order declined by the customer', declined);
}

const finalize = (call: Call, { id }: { id: string }) => call('PATCH', `/v2/billing/${id}/finalize`);

const dated = (call: Call, kind: 'invoice' | 'advance' | 'asset', { id }: { id: string }, emittedAt: number) =>
  call('PATCH', `/v2/billing/${kind}/${id}/timeline`, { emittedAt, paymentDelay: 'thirty_days' });

async function invoiceOf(call: Call, customer: string, emittedAt: number, opening: unknown) {
  const invoice = await call('POST', `/v2/billing/invoice/${customer}`, opening);
  await dated(call, 'invoice', invoice, emittedAt);
  return finalize(call, invoice);
}

const pay = (call: Call, kind: 'invoice' | 'advance', id: string, amount: number, receivedAt: number, method: string) =>
  call('POST', `/v2/accounting-billing/${kind}/${id}/reconciliate`, { payments: [{ amount, receivedAt, method }] });

async function organization(
  call: Call,
  { name, siret, ...place }: { name: string; siret?: string; city: string; zipCode: string; country: string },
): Promise<string> {
  const { id } = await call('POST', '/organization', {
    name,
    ...(siret && { siret }),
    emails: ['compta@example.org'],
    billingAddress: { address: '3 quai de la Loire', ...place },
  });
  return id;
}
