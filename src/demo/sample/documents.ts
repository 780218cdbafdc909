import type { SampleCompany } from './customers-and-catalogue.ts';
import type { Created, DocumentBuilder, Step } from './document-builder.ts';

/**
 * Estimates, invoices, payments and credits: each document group is a list of steps, all sorted by
 * day.
 */
export const sampleDocuments = (builder: DocumentBuilder, company: SampleCompany): Step[] => [
  ...maintenance(builder, company),
  ...website(builder, company),
  ...extension(builder, company),
  ...oneBillEach(builder, company),
  ...takenBack(builder, company),
  ...late(builder, company),
  ...offers(builder, company),
];

/**
 * A monthly invoice, paid after twenty days; the second to last is overdue, the last not due yet.
 */
function maintenance({ invoice, pay, service }: DocumentBuilder, { bookshop }: SampleCompany): Step[] {
  return Array.from({ length: 12 }, (_, month): Step => {
    const ago = 345 - month * 30;
    const run = async (): Promise<void> => {
      const lines = [service('Maintenance et évolutions', 1, 'month', 240_000)];
      const bill = await invoice(bookshop, { ago, title: 'Maintenance mensuelle', lines });
      if (ago > 45) await pay(bill, { ago: ago - 20 });
    };
    return { ago, run };
  });
}

/** Estimate, advance, final invoice, paid in two parts. */
function website(
  { estimate, advance, finalInvoice, pay, ask, service, goods }: DocumentBuilder,
  { joiner }: SampleCompany,
): Step[] {
  let offer: Created;
  let deposit: Created;
  return [
    {
      ago: 350,
      run: async () => {
        const lines = [service('Développement web', 12, 'day', 45_000), goods('Guides imprimés', 12, 999, 'FR_550')];
        const discount = { mode: 'PERCENTAGE', amount: 500 };
        const said = { ago: 350, opens: 30, title: 'Refonte du site', lines, more: { discount } };
        offer = await estimate(joiner, said);
        await ask('sign-estimate', { id: offer.id });
      },
    },
    {
      ago: 346,
      run: async () => {
        deposit = await advance(offer, { ago: 346, percentage: 30 });
        await pay(deposit, { ago: 340 });
      },
    },
    {
      ago: 298,
      run: async () => {
        const bill = await finalInvoice(offer, { ago: 298 });
        await pay(bill, { ago: 280, amount: 200_000 });
        await pay(bill, { ago: 265 });
      },
    },
  ];
}

function extension(
  { estimate, advance, finalInvoice, pay, ask, service }: DocumentBuilder,
  { architects }: SampleCompany,
): Step[] {
  let offer: Created;
  return [
    {
      ago: 240,
      run: async () => {
        const lines = [
          service('Développement web', 20, 'day', 48_000),
          service('Conseil et cadrage', 8, 'hour', 7_500),
        ];
        offer = await estimate(architects, { ago: 240, opens: 30, title: 'Extranet des chantiers', lines });
        await ask('sign-estimate', { id: offer.id });
      },
    },
    {
      ago: 236,
      run: async () => pay(await advance(offer, { ago: 236, percentage: 40 }), { ago: 228 }),
    },
    {
      ago: 178,
      run: async () => pay(await finalInvoice(offer, { ago: 178 }), { ago: 150 }),
    },
  ];
}

/** A private customer paying by card; work for a theatre; a shop with printed guides; dollars. */
function oneBillEach(
  { invoice, pay, ask, made, dated, finalize, service, goods }: DocumentBuilder,
  company: SampleCompany,
): Step[] {
  const { lea, theatre, bookshop, harbor } = company;
  return [
    {
      ago: 200,
      run: async () => {
        const line = { ...service('Forfait installation', 1, 'fixed_rate', 49_999), isTaxIncluded: true };
        const bill = await invoice(lea, { ago: 200, title: 'Dépannage à domicile', lines: [line] });
        await pay(bill, { ago: 200, method: 'credit_card' });
      },
    },
    {
      ago: 118,
      run: async () => {
        const lines = [service('Billetterie en ligne', 25, 'day', 48_000)];
        const bill = await invoice(theatre, { ago: 118, title: 'Billetterie', lines });
        await pay(bill, { ago: 92 });
      },
    },
    {
      ago: 88,
      run: async () => {
        const lines = [service('Boutique en ligne', 16, 'day', 48_000), goods('Guide imprimé', 20, 1_500)];
        const bill = await invoice(bookshop, { ago: 88, title: 'Boutique en ligne', lines });
        await pay(bill, { ago: 60 });
      },
    },
    {
      ago: 121,
      run: async () => {
        const line = { ...service('Design review', 12, 'hour', 11_000), vatCode: 'FR_0HUE' };
        const { id } = await made('create-invoice', { id: harbor, body: { title: 'Design review', lines: [line] } });
        await ask('update-invoice-currency', { id, body: { currency: 'USD', currencyRate: 1.0856 } });
        await ask('update-invoice-locale', { id, body: { locale: 'en' } });
        const mention = { vatMention: 'vat_not_applicable_2' };
        await ask('update-invoice-general-informations', { id, body: mention });
        await dated('invoice', id, 121);
        await pay(await finalize(id), { ago: 95 });
      },
    },
  ];
}

/** A fully credited and refunded invoice, a partial credit, and a canceled mistake. */
function takenBack(
  { invoice, pay, credit, ask, at, service, goods }: DocumentBuilder,
  { joiner, brewery }: SampleCompany,
): Step[] {
  let workshop: Created;
  let training: Created;
  let note: Created;
  return [
    {
      ago: 212,
      run: async () => {
        const lines = [service('Atelier de cadrage', 1, 'day', 60_000)];
        workshop = await invoice(brewery, { ago: 212, title: 'Atelier', lines });
        await pay(workshop, { ago: 207 });
      },
    },
    {
      ago: 170,
      run: async () => {
        note = await credit(workshop, { ago: 170 });
      },
    },
    {
      ago: 165,
      run: async () => {
        await ask('refund-asset', { id: note.id, body: { refundAt: at(165) } });
      },
    },
    {
      ago: 152,
      run: async () => {
        const lines = [service('Journée de formation', 2, 'day', 80_000), goods('Guide imprimé', 10, 1_500)];
        training = await invoice(joiner, { ago: 152, title: 'Formation', lines });
      },
    },
    {
      ago: 141,
      run: async () => {
        await credit(training, { ago: 141, lines: [service('Journée qui n’a pas eu lieu', 1, 'day', 80_000)] });
        await pay(training, { ago: 130, method: 'cheque' });
      },
    },
    {
      ago: 13,
      run: async () => {
        const lines = [service('Hébergement', 1, 'month', 19_000)];
        const wrong = await invoice(joiner, { ago: 13, title: 'Hébergement', lines });
        await ask('cancel-invoice', { id: wrong.id, body: { wantArchiveAfterCancellation: false } });
      },
    },
  ];
}

/** Overdue: seventy days; twenty days with a partial payment; an advance by eight days. */
function late(
  { invoice, pay, estimate, advance, ask, service }: DocumentBuilder,
  { brewery, theatre, architects }: SampleCompany,
): Step[] {
  let order: Created;
  return [
    {
      ago: 100,
      run: async () => {
        const lines = [service('Étiquettes et catalogue', 5, 'day', 48_000)];
        await invoice(brewery, { ago: 100, title: 'Catalogue de Noël', lines });
      },
    },
    {
      ago: 50,
      run: async () => {
        const lines = [service('Reprise des données', 3, 'day', 48_000)];
        const bill = await invoice(theatre, { ago: 50, title: 'Reprise des données', lines });
        await pay(bill, { ago: 30, amount: 60_000 });
      },
    },
    {
      ago: 40,
      run: async () => {
        const lines = [service('Application mobile', 30, 'day', 48_000)];
        const more = { estimateType: 'purchase_order' };
        order = await estimate(architects, { ago: 40, opens: 30, title: 'Application mobile', lines, more });
        await ask('sign-estimate', { id: order.id });
      },
    },
    { ago: 38, run: async () => void (await advance(order, { ago: 38, percentage: 30 })) },
  ];
}

/** Estimates: open, about to expire, expired, declined, and one signed and ready to invoice. */
function offers({ estimate, ask, service }: DocumentBuilder, { lea, theatre, brewery, joiner }: SampleCompany): Step[] {
  const offer = (
    customer: string,
    said: { ago: number; opens: number; title: string; days: number; then?: string },
  ) => {
    const { days, then, ...opening } = said;
    const run = async (): Promise<void> => {
      const lines = [service('Développement web', days, 'day', 48_000)];
      const { id } = await estimate(customer, { ...opening, lines });
      if (then) await ask(then, { id });
      if (then === 'refuse-estimate') await ask('archive-billing', { id });
    };
    return { ago: said.ago, run };
  };
  return [
    offer(brewery, { ago: 132, opens: 30, title: 'Refonte complète', days: 40, then: 'refuse-estimate' }),
    offer(lea, { ago: 76, opens: 30, title: 'Site personnel', days: 2 }),
    offer(joiner, { ago: 31, opens: 30, title: 'Configurateur de meubles', days: 14, then: 'refuse-estimate' }),
    offer(theatre, { ago: 29, opens: 30, title: 'Programme de saison', days: 12, then: 'sign-estimate' }),
    offer(brewery, { ago: 27, opens: 30, title: 'Vente en ligne', days: 9 }),
    offer(joiner, { ago: 6, opens: 30, title: 'Photos et fiches produit', days: 6 }),
  ];
}
