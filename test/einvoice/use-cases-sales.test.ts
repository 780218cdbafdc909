import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { TRAINING } from '../support/documents/example-books.ts';
import {
  BERLIN,
  BERTIN,
  type Business,
  business,
  GENEVA,
  GOODS,
  GUYANE,
  LA_REUNION,
  LUMEN,
  UNTAXED,
  VALMONT,
} from './use-cases.ts';

// Sales a freelancer can make, as use cases of XP Z12-014: what the electronic invoice says of each
// and what became of it at the trial platform. Lines are of 1,000.00 without VAT.

let at: Business;
let lumen: string;
beforeAll(async () => {
  at = await business();
  lumen = await at.books.organization(LUMEN);
});
afterAll(() => at.service.close());

const APPROVED = '200 201 202 203 205';
const TO_PAY = '1200.00 – 1200.00';
const WITHOUT_VAT = '1000.00 – 1000.00';
const organization = (said: object) => () => at.books.organization(said);
const toLumen = async (): Promise<string> => lumen;
const abroad = (name: string, billingAddress: object, vatNumber?: string) =>
  organization({ name, siret: null, billingAddress, ...(vatNumber !== undefined && { vatNumber }) });
const framework = (invoicingFramework: string) => ({ invoicingFramework, paymentMethods: ['transfer'] });

type Sale = {
  readonly to: () => Promise<string>;
  readonly lines?: readonly object[];
  readonly general?: object;
  /** Type, framework, BAR, processing rule; VAT; total, paid before, due; life cycle. */
  readonly says: readonly [codes: string, vat: string, amounts: string, timeline: string];
};

const sales: Readonly<Record<string, Sale>> = {
  'services to a French business': { to: toLumen, says: ['380 S1 B2B B2B', 'S 20.00', TO_PAY, APPROVED] },
  'goods to a French business': {
    ...{ to: toLumen, lines: [GOODS] },
    says: ['380 B1 B2B B2B', 'S 20.00', TO_PAY, APPROVED],
  },
  'goods and services in one invoice': {
    ...{ to: toLumen, lines: [TRAINING, GOODS] },
    says: ['380 M1 B2B B2B', 'S 20.00', '2400.00 – 2400.00', APPROVED],
  },
  'an invoice that is already paid asks for nothing': {
    ...{ to: toLumen, general: framework('already_paid') },
    says: ['380 S2 B2B B2B', 'S 20.00', '1200.00 1200.00 0.00', APPROVED],
  },
  'a subcontractor whom the public client pays directly': {
    ...{ to: toLumen, general: framework('subcontractor_direct_payment') },
    says: ['380 S3 B2B B2B', 'S 20.00', TO_PAY, APPROVED],
  },
  'a subcontractor whom the main contractor pays': {
    ...{ to: toLumen, general: framework('subcontractor') },
    says: ['380 S5 B2B B2B', 'S 20.00', TO_PAY, APPROVED],
  },
  'a co-contractor of a public contract': {
    ...{ to: toLumen, general: framework('co_contractor') },
    says: ['380 S6 B2B B2B', 'S 20.00', TO_PAY, APPROVED],
  },
  'an invoice asked for after a receipt that was reported': {
    ...{ to: () => at.books.contact(), general: framework('already_reported') },
    says: ['380 S7 B2C B2C', 'S 20.00', TO_PAY, '200'],
  },
  'travel expenses of 50.00 rebilled with VAT': {
    ...{ to: toLumen, lines: [TRAINING, { ...TRAINING, designation: 'Frais de déplacement', unitPrice: 5_000 }] },
    says: ['380 S1 B2B B2B', 'S 20.00', '1260.00 – 1260.00', APPROVED],
  },
  'a disbursement of 50.00 without VAT': {
    to: toLumen,
    lines: [TRAINING, { designation: 'Droits de greffe', quantity: 1, unitPrice: 5_000, type: 'DISBURSEMENT' }],
    says: ['380 S1 B2B B2B', 'S 20.00, E 0.00', '1250.00 – 1250.00', APPROVED],
  },
  'second-hand goods under the margin scheme': {
    to: toLumen,
    lines: [{ ...GOODS, vatCode: 'FR_00HT' }],
    general: { vatMention: 'second_hand_good' },
    says: ['380 B1 B2B B2B', 'E 0.00', WITHOUT_VAT, APPROVED],
  },
  'a seller under the franchise': {
    ...{ to: toLumen, lines: [UNTAXED], general: { vatMention: 'vat_not_applicable' } },
    says: ['380 S1 B2B B2B', 'E 0.00', WITHOUT_VAT, APPROVED],
  },
  'construction subcontracted with reverse charge': {
    ...{ to: toLumen, lines: [UNTAXED], general: { vatMention: 'vat_construction' } },
    says: ['380 S1 B2B B2B', 'AE 0.00', WITHOUT_VAT, APPROVED],
  },
  'a consumer': { to: () => at.books.contact(), says: ['380 S1 B2C B2C', 'S 20.00', TO_PAY, '200'] },
  'an association without a SIREN': {
    to: organization({ name: 'Les Amis du Lavoir', siret: null }),
    says: ['380 S1 B2C B2C', 'S 20.00', TO_PAY, '200'],
  },
  'a public body with a service code, a commitment and a contract, which pays': {
    to: organization(VALMONT),
    general: { serviceCode: 'CULTURE', customerOrderNumber: 'EJ-2027-118', contractNumber: 'M-2027-3' },
    says: ['380 S1 B2B B2B', 'S 20.00', TO_PAY, `${APPROVED} 211`],
  },
  'a business in La Réunion, at 8.5 %': {
    to: organization({ ...BERTIN, billingAddress: LA_REUNION }),
    lines: [{ ...TRAINING, vatCode: 'FR_850' }],
    says: ['380 S1 B2B B2B', 'S 8.50', '1085.00 – 1085.00', APPROVED],
  },
  'a business in Guyane, which the platforms do not reach': {
    to: organization({ name: 'Carbet SARL', siret: '55208131766522', billingAddress: GUYANE }),
    lines: [UNTAXED],
    general: { vatMention: 'vat_exemption_294_cgi' },
    says: ['380 S1 B2BINT B2BInt', 'E 0.00', WITHOUT_VAT, '200'],
  },
  'services to a business of the Union': {
    to: abroad('Werke GmbH', BERLIN, 'DE136695976'),
    lines: [UNTAXED],
    general: { vatMention: 'vat_exemption_eu_service' },
    says: ['380 S1 B2BINT B2BInt', 'AE 0.00', WITHOUT_VAT, '200'],
  },
  'goods to a business of the Union': {
    to: abroad('Werke GmbH', BERLIN, 'DE136695976'),
    lines: [{ ...GOODS, vatCode: 'FR_00HT' }],
    general: { vatMention: 'vat_exemption_eu_sale' },
    says: ['380 B1 B2BINT B2BInt', 'K 0.00', WITHOUT_VAT, '200'],
  },
  'goods exported to Switzerland': {
    to: abroad('Léman SA', GENEVA),
    lines: [{ ...GOODS, vatCode: 'FR_00HT' }],
    general: { vatMention: 'vat_exemption' },
    says: ['380 B1 B2BINT B2BInt', 'G 0.00', WITHOUT_VAT, '200'],
  },
};

describe('what the electronic invoice says', () => {
  for (const [name, { to, lines, general, says }] of Object.entries(sales))
    test(name, async () => {
      const { id } = await at.invoiced(await to(), lines, general);
      const { codes, vat, amounts, timeline } = await at.said(id);
      assert.deepEqual([codes, vat, amounts, timeline], says);
    });
});

describe('several orders, deliveries and days', () => {
  test('two orders in one invoice of 2,400.00 are two sections, each line with its order', async () => {
    const lines = ['Commande 4501', 'Commande 4502'].map((section) => ({ ...TRAINING, section, description: section }));
    const { id } = await at.invoiced(lumen, lines);
    const { codes, amounts, xml } = await at.said(id);
    assert.deepEqual([codes, amounts], ['380 S1 B2B B2B', '2400.00 – 2400.00']);
    for (const order of ['Commande 4501', 'Commande 4502'])
      assert.match(xml, new RegExp(`<ram:Description>[^<]*${order}`));
  });

  test('the work of a month is billed with its period, 1 to 31 August', async () => {
    const draft = await at.drafted(lumen);
    const [from, to] = [Date.UTC(2027, 7, 1, 11) / 1000, Date.UTC(2027, 7, 31, 11) / 1000];
    const timeline = { emittedAt: null, paymentDelay: 'thirty_days', invoicingPeriod: { from, to } };
    await at.books.done('update-invoice-timeline', draft.id, timeline);
    const { xml, codes } = await at.said((await at.books.finalized(draft)).id);
    assert.equal(codes, '380 S1 B2B B2B');
    const [period] = /<ram:BillingSpecifiedPeriod>.*?<\/ram:BillingSpecifiedPeriod>/s.exec(xml) ?? [];
    assert.deepEqual(period?.match(/\d{8}/g), ['20270801', '20270831']);
  });

  test('a discount of 2 % within 8 days is a note of the invoice, whose total stays 1,200.00', async () => {
    const discountAdvancePayment = { value: 'other', otherValue: '2 % à 8 jours' };
    const { id } = await at.invoiced(lumen, undefined, { discountAdvancePayment });
    const { amounts, xml } = await at.said(id);
    assert.equal(amounts, TO_PAY);
    assert.match(xml, /<ram:Content>[^<]*2 % à 8 jours[^<]*<\/ram:Content>\s*<ram:SubjectCode>AAB</);
  });

  test('references of a public body are BT-10, BT-13 and BT-12', async () => {
    const references = { serviceCode: 'CULTURE', customerOrderNumber: 'EJ-7', contractNumber: 'M-9' };
    const { id } = await at.invoiced(await at.books.organization(VALMONT), undefined, references);
    const { xml } = await at.said(id);
    assert.match(xml, /<ram:BuyerReference>CULTURE</);
    assert.match(xml, /<ram:BuyerOrderReferencedDocument>\s*<ram:IssuerAssignedID>EJ-7</);
    assert.match(xml, /<ram:ContractReferencedDocument>\s*<ram:IssuerAssignedID>M-9</);
  });
});
