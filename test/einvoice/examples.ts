import type { AccountSettings } from '../../src/domain/account/settings.ts';
import type { Advance, Estimate, Finalized, Invoice } from '../../src/domain/billing/document/document.ts';
import type { Party } from '../../src/domain/customers/party.ts';
import type { Bill } from '../../src/einvoice/related-documents.ts';
import { type DocumentGroup, family, type Written } from './document-group.ts';
import {
  builder,
  buyerAtCompany,
  company,
  consumer,
  exempt,
  franchised,
  germanCompany,
  islandCompany,
  japaneseCompany,
  MONDAY,
  swissCompany,
  workshop,
} from './example-companies.ts';
import { at, days, exemptDays, line, under, withMention } from './example-fixtures.ts';

/** An example document; each shows one feature of a bill. */
export type Example = { readonly bill: Finalized<Bill>; readonly made: DocumentGroup };

/** Every example by name, which is its folder in `examples/`. */
export const examples: Readonly<Record<string, () => Example>> = {
  'invoice-usual': () => invoice({ lines: [days(2), line('Déplacement', 1, 8_500, 'FR_2000')] }),

  'invoice-four-rates': () =>
    invoice({
      lines: [
        line('Meuble sur mesure', 1, 129_900, 'FR_2000', { type: 'sale_of_manufactured_goods', unit: 'unit' }),
        line('Pose chez un particulier', 6, 5_500, 'FR_1000', { unit: 'hour' }),
        line('Livre « Le bois »', 3, 2_370, 'FR_550', { type: 'sale_of_goods', reference: 'LIV-7', unit: 'unit' }),
        line('Abonnement à la revue', 12, 490, 'FR_210', { unit: 'month' }),
      ],
    }),

  'invoice-overseas': () =>
    invoice(
      {
        lines: [
          line('Table en filao', 2, 45_050, 'FR_850', { deliveryOfGoods: true }),
          line('Presse régionale', 7, 133, 'FR_210'),
        ],
      },
      { customer: islandCompany },
    ),

  'invoice-line-discounts': () =>
    invoice({
      lines: [
        line('Audit', 3, 33_333, 'FR_2000', {
          section: 'Conseil',
          discount: { mode: 'PERCENTAGE', amount: 1_250 },
        }),
        line('Formation', 1, 90_000, 'FR_2000', { section: 'Conseil', discount: { mode: 'AMOUNT', amount: 5_001 } }),
        line('Visite offerte', 1, 6_000, 'FR_2000', { discount: { mode: 'PERCENTAGE', amount: 10_000 } }),
      ],
    }),

  'invoice-document-discount': () =>
    invoice({
      lines: [days(1), line('Livre', 3, 999, 'FR_550'), line('Pose', 2.25, 4_999, 'FR_1000', { unit: 'hour' })],
      discount: { mode: 'PERCENTAGE', amount: 333 },
    }),

  'invoice-tax-included': () =>
    invoice(
      {
        lines: [
          line('Bougie', 3, 999, 'FR_2000', { taxIncluded: true, deliveryOfGoods: true }),
          line('Savon', 7, 333, 'FR_2000', { taxIncluded: true, deliveryOfGoods: true }),
          line('Miel', 1, 1_001, 'FR_550', { taxIncluded: true, deliveryOfGoods: true }),
        ],
      },
      { customer: consumer },
    ),

  'invoice-tax-included-discounts': () =>
    invoice(
      {
        lines: [
          line('Stage', 1, 12_000, 'FR_2000', {
            taxIncluded: true,
            discount: { mode: 'PERCENTAGE', amount: 1_000 },
          }),
          line('Carnet', 11, 777, 'FR_2000', { taxIncluded: true }),
          line('Conseil au téléphone', 0.75, 6_000, 'FR_2000', { unit: 'hour' }),
        ],
        discount: { mode: 'PERCENTAGE', amount: 700 },
      },
      { customer: consumer },
    ),

  'invoice-large-quantity-tax-included': () =>
    invoice({ lines: [line('Vis', 123_456.5, 0.7351, 'FR_2000', { taxIncluded: true, deliveryOfGoods: true })] }),

  'invoice-disbursements': () =>
    invoice({
      lines: [days(1), line('Timbres fiscaux', 2, 2_500, 'FR_00HT', { type: 'disbursement' })],
      discount: { mode: 'AMOUNT', amount: 10_000 },
    }),

  'invoice-returns': () =>
    invoice({
      lines: [
        line('Chaise', 6, 12_990, 'FR_2000', { deliveryOfGoods: true, reference: 'CH-1' }),
        line('Chaise reprise', -2, 12_990, 'FR_2000', {
          deliveryOfGoods: true,
          reference: 'CH-1',
          discount: { mode: 'PERCENTAGE', amount: 1_500 },
        }),
        line('Livre repris', -1, 2_000, 'FR_550', { deliveryOfGoods: true }),
      ],
    }),

  'invoice-goods-and-services': () =>
    invoice({
      lines: [line('Étagère', 4, 9_900, 'FR_2000', { type: 'sale_of_goods' }), line('Pose', 1.5, 5_000, 'FR_2000')],
    }),

  'invoice-renovation': () =>
    invoice({
      lines: [line('Isolation', 42.5, 3_810, 'FR_550', { unit: 'square_meter' })],
      ...under('vat_reduced_rate'),
    }),

  'invoice-franchise': () => invoice({ lines: [exemptDays(2)] }, { settings: franchised }),

  'invoice-franchise-disbursement': () =>
    invoice(
      {
        lines: [exemptDays(1), line('Frais de greffe', 1, 3_745, 'FR_00HT', { type: 'disbursement' })],
        discount: { mode: 'PERCENTAGE', amount: 1_000 },
        includeDiscountDisbursement: true,
      },
      { settings: franchised },
    ),

  'invoice-exempt-care': () =>
    invoice(
      { lines: [line('Séance', 4, 6_000, 'FR_00HT')], ...under('vat_psychologist') },
      { settings: exempt, customer: consumer },
    ),

  'invoice-of-a-builder-on-debits': () =>
    invoice(
      {
        lines: [
          line('Charpente posée', 1, 480_000, 'FR_1000'),
          line('Chevrons', 12, 4_500, 'FR_2000', { deliveryOfGoods: true }),
        ],
      },
      { settings: builder, customer: { ...consumer, deliveryAddress: BARN } },
    ),

  'invoice-goods-and-services-within-union': () =>
    invoice(
      {
        lines: [
          line('Tisch', 2, 89_000, 'FR_00UE', { type: 'sale_of_goods', unit: 'unit' }),
          line('Entwurf', 1.5, 60_000, 'FR_00UE', { unit: 'day' }),
        ],
        ...under('vat_exemption_eu_sale'),
      },
      { customer: germanCompany },
    ),

  'invoice-reverse-charge-construction': () =>
    invoice({ lines: [line('Charpente, en sous-traitance', 1, 480_000, 'FR_00HT')], ...under('vat_construction') }),

  'invoice-goods-within-union': () =>
    invoice(
      {
        lines: [line('Tisch', 2, 89_000, 'FR_00UE', { type: 'sale_of_goods', unit: 'unit' })],
        said: (usual) => ({
          ...withMention('vat_exemption_eu_sale')(usual),
          locale: 'de',
          timeline: { ...usual.timeline, deliveryAt: MONDAY - 3 * 86_400 },
          displayDeliveryAddress: true,
          deliveryAddress: { line1: 'Hafenstraße 1', city: 'Hamburg', zipCode: '20457', country: 'DE' },
        }),
      },
      { customer: germanCompany },
    ),

  'invoice-services-within-union': () =>
    invoice(
      { lines: [line('Entwurf', 1.5, 60_000, 'FR_00UE', { unit: 'day' })], ...under('vat_exemption_eu_service') },
      { customer: germanCompany },
    ),

  'invoice-export': () =>
    invoice(
      { lines: [line('Coffret', 10, 4_200, 'FR_0HUE', { type: 'sale_of_goods' })], ...under('vat_exemption') },
      { customer: swissCompany },
    ),

  'invoice-outside-scope': () =>
    invoice(
      { lines: [line('Consulting', 3, 75_000, 'FR_0HUE', { unit: 'day' })], ...under('vat_not_applicable_2') },
      { customer: swissCompany },
    ),

  'invoice-outside-scope-and-charged': () =>
    invoice(
      {
        lines: [line('Consulting', 3, 75_000, 'FR_0HUE'), line('Visite à Lyon', 1, 20_000, 'FR_2000')],
        ...under('vat_not_applicable_2'),
      },
      { customer: swissCompany },
    ),

  'invoice-margin-second-hand': () =>
    invoice(
      {
        lines: [line('Commode ancienne', 1, 65_000, 'FR_00HT', { type: 'sale_of_goods' })],
        ...under('second_hand_good'),
      },
      { customer: consumer },
    ),

  'invoice-swiss-francs': () =>
    invoice(
      {
        lines: [days(1), line('Livre', 3, 1_995, 'FR_550')],
        said: (usual) => ({ ...usual, currency: at('CHF', 0.9437) }),
      },
      { customer: swissCompany },
    ),

  'invoice-yen': () =>
    invoice(
      {
        lines: [
          line('Vase', 3, 1_234_500, 'FR_2000', { deliveryOfGoods: true }),
          line('Emballage', 3, 45_600, 'FR_2000'),
        ],
        discount: { mode: 'PERCENTAGE', amount: 500 },
        said: (usual) => ({ ...usual, locale: 'en', currency: at('JPY', 171.37) }),
      },
      { customer: japaneseCompany },
    ),

  'invoice-500-lines': () =>
    invoice({
      lines: Array.from({ length: 500 }, (_, place) =>
        line(`Référence ${place + 1}`, 1 + (place % 7), 199 + place * 13, place % 3 === 0 ? 'FR_550' : 'FR_2000', {
          deliveryOfGoods: true,
          ...(place % 10 === 0 && { discount: { mode: 'PERCENTAGE' as const, amount: 500 } }),
        }),
      ),
      discount: { mode: 'PERCENTAGE', amount: 250 },
    }),

  'invoice-notes-and-delivery': () =>
    invoice(
      {
        lines: [days(1)],
        said: (usual) => ({
          ...usual,
          timeline: { ...usual.timeline, deliveryAt: MONDAY - 86_400 },
          displayDeliveryAddress: true,
          orderNumber: 'PO-2026-118',
          deliveryAddress: { line1: 'Quai 4', city: 'Saint-Nazaire', zipCode: '44600', country: 'FR' },
          legals: {
            ...usual.legals,
            headerNote: 'Chantier du port',
            footerNote: 'Merci de votre confiance.',
            paymentMethods: ['cheque', 'transfer'],
            latePenalty: { value: 'other', otherValue: '12 % par an' },
            lumpSumCompensation: { value: 'other', otherValue: '60 €' },
            discountForAdvancePayment: { value: 'other', otherValue: '1 % à huit jours' },
          },
        }),
      },
      { customer: buyerAtCompany },
    ),

  'invoice-hostile-text': () =>
    invoice({
      lines: [
        line('<b>Audit</b> & "suite"\u0000\u0007', 1, 10_000, 'FR_2000', { description: 'a\r\nb\tc ]]> <!-- 🪵' }),
      ],
      said: (usual) => ({
        ...usual,
        legals: { ...usual.legals, headerNote: '#PMT#faux #BAR#B2C', paymentMethods: ['cash'] },
      }),
    }),

  'invoice-already-paid': () =>
    invoice({
      lines: [line('Dépannage', 1.5, 6_000, 'FR_2000', { unit: 'hour' })],
      framework: 'already_paid',
      said: (usual) => ({ ...usual, legals: { ...usual.legals, paymentMethods: ['credit_card'] } }),
    }),

  'invoice-of-subcontractor-paid-directly': () =>
    invoice({ lines: [days(3)], framework: 'subcontractor_direct_payment' }),

  'invoice-of-test-account': () => invoice({ lines: [days(1)] }, { test: true }),

  'advance-on-estimate': () => {
    const { made, estimate } = signed();
    return shown(made, made.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 }));
  },

  'advance-on-purchase-order': () => {
    const { made, estimate } = signed('purchase_order');
    return shown(made, made.advance(estimate, { mode: 'AMOUNT', amount: 50_000 as never }, true));
  },

  'final-invoice': () => {
    const { made, estimate } = signed();
    made.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
    made.advance(estimate, { mode: 'PERCENTAGE', percentage: 20 });
    return shown(made, made.finalInvoice(estimate));
  },

  'final-invoice-covered-by-advances': () => {
    const { made, estimate } = signed('purchase_order');
    made.advance(estimate, { mode: 'PERCENTAGE', percentage: 100 }, true);
    return shown(made, made.finalInvoice(estimate));
  },

  'credit-note-whole': () => {
    const { made, bill } = example('invoice-document-discount');
    return shown(made, made.creditNote(bill as Invoice | Advance));
  },

  'credit-note-partial': () => {
    const { made, bill } = example('invoice-four-rates');
    return shown(
      made,
      made.creditNote(bill as Invoice | Advance, ([first]) =>
        first ? [{ ...first, unitPrice: (first.unitPrice / 4) as never }] : [],
      ),
    );
  },

  'credit-note-of-final-invoice': () => {
    const { made, bill } = example('final-invoice');
    return shown(made, made.creditNote(bill as Invoice | Advance));
  },

  'credit-note-of-advance': () => {
    const { made, bill } = example('advance-on-estimate');
    return shown(made, made.creditNote(bill as Invoice | Advance));
  },

  'credit-note-free': () => {
    const made = family({ settings: workshop, customer: company, now: MONDAY });
    const references = [{ number: '2025/0412', date: MONDAY - 200 * 86_400 }];
    return shown(made, made.freeCreditNote({ lines: [line('Geste commercial', 1, 15_000, 'FR_2000')] }, references));
  },
};

const BARN = { line1: 'Chemin de la Grange', city: 'Thurins', zipCode: '69510', country: 'FR' } as const;

/** A base example for variations. */
function example(name: string): Example {
  const make = examples[name];
  if (!make) throw new Error(`there is no example ${name}`);
  return make();
}

type Where = { readonly settings?: AccountSettings; readonly customer?: Party; readonly test?: boolean };

function invoice(written: Written, { settings = workshop, customer = company, test = false }: Where = {}): Example {
  const made = family({ settings, customer, now: MONDAY, test });
  return shown(made, made.invoice(written));
}

/** A signed estimate with two rates and a disbursement. */
function signed(kind: 'estimate' | 'purchase_order' = 'estimate') {
  const made = family({ settings: workshop, customer: company, now: MONDAY });
  const lines = [
    line('Cuisine', 1, 849_999, 'FR_2000', { type: 'sale_of_manufactured_goods' }),
    line('Pose', 13.5, 5_433, 'FR_1000', { unit: 'hour' }),
    line('Taxe de voirie', 1, 4_150, 'FR_00HT', { type: 'disbursement' }),
  ];
  return { made, estimate: made.estimate({ lines }, kind) as Finalized<Estimate> };
}

function shown(made: DocumentGroup, bill: Finalized<Bill> | undefined): Example {
  if (!bill) throw new Error('an example that cannot be finalized');
  return { made, bill };
}
