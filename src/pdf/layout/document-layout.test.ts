import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  company,
  consumer,
  type Draft,
  documentFixtures,
  NOVEMBER,
  seller,
} from '../../../test/pdf/document-fixtures.ts';
import { manyLines, soleTrader } from '../../../test/pdf/examples.ts';
import { lineOf } from '../../../test/support/documents/create-line.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Line } from '../../domain/billing/document/lines/line.ts';
import type { Address } from '../../domain/customers/address.ts';
import { cents } from '../../domain/money/cents.ts';
import { themes } from '../../domain/themes/themes.ts';
import type { VatMention } from '../../domain/vat/mention-text.ts';
import type { PrintedDocument } from './printed-document.ts';

const lines = [{ ...lineOf(2, 60_000, 'FR_2000'), type: 'service_delivery' as const }];
const factsOf = (printed: PrintedDocument) =>
  Object.fromEntries(printed.facts.map(({ label, value }) => [label, value.replaceAll('\u00a0', ' ')]));
const totalsOf = (printed: PrintedDocument) =>
  printed.totals.map(({ label, value }) => `${label} ${value}`.replaceAll(/[\u00a0\u202f]/g, ' '));
const allMentions = (printed: PrintedDocument) =>
  printed.mentions.map(({ text, beside }) => `${text}${beside ? ` / ${beside}` : ''}`);
const isNature = (text: string) => text.startsWith('Nature des opérations');
const mentions = (printed: PrintedDocument) =>
  allMentions(printed)
    .filter((text) => !isNature(text))
    .join('\n');
const natureOf = (printed: PrintedDocument) => allMentions(printed).find(isNature)?.replaceAll('\u00a0', ' ');

describe('legal mentions', () => {
  const trail = documentFixtures(seller, company);
  const invoiced = (draft: Partial<Draft> = {}, of = trail) => of.printed(of.made('invoice', { lines, ...draft }));

  test('between professionals: penalties, 40 EUR, no discount; for a consumer none of them', () => {
    const mentionsText = mentions(invoiced());
    for (const text of ['trois fois le taux d’intérêt légal', '40\u00a0€', 'escompte'])
      assert.ok(mentionsText.includes(text), text);
    assert.equal(mentions(invoiced({}, documentFixtures(seller, consumer))), '');
  });

  test("the account's own wording for penalties, recovery and discount replaces the standard one", () => {
    const mentionsText = mentions(
      invoiced({
        legals: {
          latePenalty: { value: 'other', otherValue: '12 % par an' },
          lumpSumCompensation: { value: 'other', otherValue: '60 €' },
          discountForAdvancePayment: { value: 'other', otherValue: '2 % sous 8 jours' },
        },
      }),
    );
    assert.equal(
      mentionsText,
      'Pénalités de retard : 12 % par an\nIndemnité pour frais de recouvrement : 60 €\nEscompte pour paiement anticipé : 2 % sous 8 jours',
    );
  });

  test('the franchise states why there is no VAT, and prints no column, table or total of it', () => {
    const printed = invoiced({ lines: [lineOf(1, 10_000, 'FR_00HT')] }, documentFixtures(soleTrader, consumer));
    assert.equal(mentions(printed), 'TVA non applicable, art. 293 B du CGI');
    assert.equal(printed.vat, undefined);
    assert.ok(!printed.table.columns.some(({ key }) => key === 'vat'));
    assert.deepEqual(totalsOf(printed), ['Total 100,00 €', 'Net à payer 100,00 €']);
    const half = { mode: 'PERCENTAGE', amount: 5000 } as const;
    const reduced = invoiced(
      { lines: [lineOf(1, 10_000, 'FR_00HT')], discount: half },
      documentFixtures(soleTrader, consumer),
    );
    assert.deepEqual(totalsOf(reduced), [
      'Total avant remise 100,00 €',
      'Remise 50 % −50,00 €',
      'Total 50,00 €',
      'Net à payer 50,00 €',
    ]);
  });

  test('reverse charge is stated in French and, on a German document, also in German', () => {
    const made = trail.made('invoice', {
      lines: [lineOf(1, 10_000, 'FR_00UE')],
      legals: { vatMention: 'vat_exemption_eu_service' },
    });
    assert.match(
      mentions(trail.printed(made, { locale: 'de' })),
      /^Autoliquidation – art\. 283-2 du CGI \/ Steuerschuldnerschaft des Leistungsempfängers, Art\. 283-2 CGI/,
    );
  });

  test('a disbursement cites its article on its line', () => {
    const printed = invoiced({
      lines: [lineOf(1, 4_800, 'FR_00HT', { disbursement: true })],
      legals: { vatMention: 'vat_not_applicable' },
    });
    assert.deepEqual(printed.table.lines[0]?.notes, ['Débours, art. 267-II-2° du CGI']);
  });

  test('personal services state the activity, the declaration, and lines without tax credit', () => {
    const atHome = documentFixtures(soleTrader, consumer);
    const garden = { ...lineOf(4, 3_500, 'FR_00HT'), unit: 'hour' as const };
    const printed = invoiced(
      {
        lines: [
          { ...garden, personalServiceActivity: 'JARDINAGE' },
          { ...garden, personalServiceActivity: 'DIVERS_NON_ELIGIBLE' },
        ],
      },
      atHome,
    );
    assert.deepEqual(
      printed.table.lines.map(({ notes }) => notes[0]),
      [
        'Service à la personne : Petits travaux de jardinage',
        'Service à la personne : Autre prestation – n’ouvre pas droit à l’avantage fiscal',
      ],
    );
    assert.match(mentions(printed), /n° SAP802954785/);
  });

  test('a consumer sees the mediator, a professional does not', () => {
    const legals = { mediator: 'CM2C, Paris' };
    assert.match(mentions(invoiced({ legals }, documentFixtures(seller, consumer))), /médiateur\u00a0: CM2C, Paris/);
    assert.doesNotMatch(mentions(invoiced({ legals })), /médiateur/);
  });

  test('a sole trader has "EI" after the name, whatever name the account displays', () => {
    const hidden = documentFixtures(
      {
        ...soleTrader,
        defaults: {
          ...soleTrader.defaults,
          display: { ...soleTrader.defaults.display, fullName: false, legalStatus: false },
        },
      },
      consumer,
    );
    const { emitter } = invoiced({ lines: [lineOf(1, 100, 'FR_00HT')] }, hidden);
    assert.equal(emitter.name, 'Paul Bêche – EI');
    assert.equal(emitter.lines[0], 'Jardins & Cie');
    assert.equal(emitter.details[0], 'Entrepreneur individuel');
  });

  test('and only once if the name already contains it', () => {
    const { commercialName: _, fullName: __, ...emitter } = soleTrader.emitter;
    const named = documentFixtures({ ...soleTrader, emitter: { ...emitter, name: 'Zoé Martin EI' } }, consumer);
    assert.equal(invoiced({ lines: [lineOf(1, 100, 'FR_00HT')] }, named).emitter.name, 'Zoé Martin EI');
  });

  test('a company prints its form, capital, town and insurance, and a bill of services the option for debits', () => {
    const corporate = documentFixtures(
      {
        ...seller,
        emitter: {
          ...seller.emitter,
          commercialName: 'Les Bois de Léa',
          rcsNumber: null,
          rcsCity: 'Lyon',
          shareCapital: { amount: cents(1_000_000), currency: 'EUR' },
          vatOnDebits: true,
          insurance: { kind: 'décennale', insurer: 'MAAF', contact: '79180 Chauray', area: 'France' },
        },
      },
      company,
    );
    const printed = invoiced({}, corporate);
    assert.deepEqual([printed.emitter.name, printed.emitter.lines[0]], ['Atelier Moreau', 'Les Bois de Léa']);
    assert.deepEqual(printed.emitter.details, [
      'SASU au capital de 10\u00a0000\u00a0€',
      'SIRET 732 829 320 00074',
      'RCS Lyon 732 829 320',
      'N° TVA FR44732829320',
      'bonjour@atelier-moreau.fr',
      'Tél. 04 78 00 12 34',
      'Assurance professionnelle (décennale) : MAAF, 79180 Chauray. Couverture géographique : France.',
    ]);
    const debits = /Option pour le paiement de la taxe d.après les débits/;
    assert.match(mentions(printed), debits);
    const goods = [{ ...lineOf(2, 60_000, 'FR_2000'), deliveryOfGoods: true }];
    assert.doesNotMatch(mentions(invoiced({ lines: goods }, corporate)), debits);
    assert.doesNotMatch(mentions(corporate.printed(corporate.made('estimate', { lines }))), debits);
    assert.doesNotMatch(mentions(invoiced()), debits);
  });

  test('each reason without VAT is stated once: goods and services within the EU have one each, taxed lines none', () => {
    const abroad = [
      { ...lineOf(1, 10_000, 'FR_00UE'), deliveryOfGoods: true },
      { ...lineOf(1, 5_000, 'FR_00UE'), deliveryOfGoods: true },
      lineOf(1, 20_000, 'FR_00UE'),
      lineOf(1, 20_000, 'FR_2000'),
    ];
    const drafted = (vatMention: VatMention, of: Line[]) =>
      mentions(trail.printed(trail.drafted('estimate', { lines: of, legals: { vatMention } })));
    assert.equal(
      drafted('vat_exemption_eu_sale', abroad),
      'Exonération de TVA, art. 262 ter, I du CGI\nAutoliquidation',
    );
    assert.equal(
      drafted('vat_exemption_eu_service', abroad),
      'Exonération de TVA, art. 262 ter, I du CGI\nAutoliquidation – art. 283-2 du CGI',
    );
    assert.equal(drafted('vat_not_applicable', [lineOf(1, 20_000, 'FR_2000')]), '');
    assert.equal(drafted('vat_reduced_rate', [lineOf(1, 20_000, 'FR_550')]), 'TVA 5,5 % – art. 278-0 bis A du CGI');
  });

  test("a consumer sees the account's mediator if the document names none", () => {
    const mediator = { name: 'CM2C', contact: '49 rue de Ponthieu, 75008 Paris', website: 'www.cm2c.net' };
    const corporate = documentFixtures({ ...seller, emitter: { ...seller.emitter, mediator } }, consumer);
    assert.match(
      mentions(invoiced({}, corporate)),
      /médiateur\u00a0: CM2C, 49 rue de Ponthieu, 75008 Paris, www\.cm2c\.net$/,
    );
    assert.match(mentions(invoiced({ legals: { mediator: 'Medicys' } }, corporate)), /médiateur\u00a0: Medicys$/);
  });

  test('goods delivered elsewhere than the billing address state it; services, and goods to the same place, do not', () => {
    const elsewhere = { line1: 'Quai 4', zipCode: '44600', city: 'Saint-Nazaire', country: 'FR' } as const;
    const goods = [{ ...lineOf(1, 10_000, 'FR_2000'), deliveryOfGoods: true }];
    const to = (deliveryAddress: Address | undefined, of: Line[]) =>
      invoiced({ lines: of, ...(deliveryAddress && { said: { deliveryAddress } }) }).delivery?.lines;
    assert.deepEqual(to(elsewhere, goods), ['Quai 4', '44600 Saint-Nazaire']);
    assert.equal(to(elsewhere, lines), undefined);
    assert.equal(to(company.billingAddress, goods), undefined);
    assert.equal(to(undefined, goods), undefined);
  });
});

describe('each kind of document', () => {
  const trail = documentFixtures(seller, company);
  const estimate = trail.made('estimate', { lines });
  const advance = trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
  const finalInvoice = trail.finalInvoice(estimate);
  const creditNote = trail.credited(finalInvoice);

  test('an estimate: its validity, and where to sign; without goods for approval, no signature', () => {
    const printed = trail.printed(estimate);
    assert.equal(factsOf(printed)['Valable jusqu’au'], '20 décembre 2026');
    assert.equal(printed.signature?.title, 'Bon pour accord');
    const display = { ...estimate.content.display, goodForApproval: false };
    assert.equal(
      trail.printed({ ...estimate, content: { ...estimate.content, display } } as BillingDocument).signature,
      undefined,
    );
  });

  test('an advance: the estimate it is on, when its VAT is due, and 432.00 to pay', () => {
    const printed = trail.printed(advance);
    assert.equal(printed.heading, 'Facture d’acompte');
    assert.equal(factsOf(printed)['Devis'], 'n° D-2026-0001 du 20 novembre 2026');
    assert.match(mentions(printed), /TVA exigible à l’encaissement/);
    assert.equal(totalsOf(printed).at(-1), 'Net à payer 432,00 €');
  });

  test('a final invoice: its deductions with day and VAT, and 1,008.00 left to pay', () => {
    const printed = trail.printed(finalInvoice);
    assert.deepEqual(totalsOf(printed), [
      'Total HT 1 200,00 €',
      'TVA 20 % 240,00 €',
      'Total TTC 1 440,00 €',
      'Acompte F-2026-0001 −432,00 €',
      'Net à payer 1 008,00 €',
    ]);
    assert.deepEqual(
      printed.deductions?.rows.map((row) => row.map((cell) => cell.replaceAll(/\s/gu, ' '))),
      [
        ['F-2026-0001', '21/11/2026', '20 %', '−360,00', '−72,00', '−432,00'],
        ['Solde', '', '20 %', '840,00', '168,00', '1 008,00'],
      ],
    );
  });

  test('a final invoice fully covered by advances asks for nothing and prints no QR code', () => {
    const other = documentFixtures(seller, company);
    const covered = other.made('estimate', { lines });
    other.advance(covered, { mode: 'PERCENTAGE', percentage: 100 });
    const { payment } = other.printed(other.finalInvoice(covered));
    assert.deepEqual([payment?.facts, payment?.code], [[], undefined]);
    assert.match(payment?.note ?? '', /Entièrement réglée/);
  });

  test('a credit note: the corrected invoice by number and day, and no payment details', () => {
    const printed = trail.printed(creditNote);
    assert.equal(factsOf(printed)['Avoir sur'], 'la facture n° F-2026-0002 du 22 novembre 2026');
    assert.equal(printed.payment, undefined);
    assert.match(totalsOf(printed).at(-1) ?? '', /^Net à votre crédit /);
  });

  test('a stand-alone credit note: the corrected invoices, each by number and day', () => {
    const made = trail.made('credit_note', {
      lines,
      more: { references: [{ number: '2025-17', date: NOVEMBER - 86_400 * 20 }] },
    });
    assert.equal(factsOf(trail.printed(made))['Avoir sur'], 'la facture n° 2025-17 du 31 octobre 2026');
  });

  test('the payment QR code is for numbered euro documents paid by transfer: not on drafts, not in yen, not for cheques only', () => {
    const paid = (draft: Partial<Draft>) => trail.printed(trail.made('invoice', { lines, ...draft })).payment?.code;
    const yen = { code: 'JPY', base: 'EUR', rate: 163, origin: 'ECB', at: NOVEMBER } as const;
    assert.ok(paid({}));
    assert.equal(paid({ said: { currency: yen }, lines: [lineOf(1, 100_000, 'FR_2000')] }), undefined);
    assert.equal(paid({ legals: { paymentMethods: ['cheque'] } }), undefined);
    assert.equal(trail.printed(trail.drafted('invoice', { lines })).payment?.code, undefined);
  });
});

describe('display settings', () => {
  const trail = documentFixtures(seller, company);
  const made = trail.made('invoice', { lines: manyLines(2), title: 'Chantier' });
  const showing = (display: object): PrintedDocument =>
    trail.printed({
      ...made,
      content: { ...made.content, display: { ...made.content.display, ...display } },
    } as BillingDocument);

  test('each setting shows or hides its part', () => {
    const all = showing({});
    assert.ok(
      all.emitter.lines.includes('Léa Moreau') && !showing({ fullName: false }).emitter.lines.includes('Léa Moreau'),
    );
    assert.ok(all.emitter.details.includes('bonjour@atelier-moreau.fr'));
    assert.ok(!showing({ email: false }).emitter.details.includes('bonjour@atelier-moreau.fr'));
    assert.ok(!showing({ phoneNumber: false }).emitter.details.some((line) => line.startsWith('Tél.')));
    assert.ok(
      all.emitter.details.includes('SASU') && !showing({ legalStatus: false }).emitter.details.includes('SASU'),
    );
    assert.deepEqual([all.subject, showing({ title: false }).subject], ['Chantier', undefined]);
    assert.deepEqual([all.credit, showing({ serviceLogo: false }).credit], ['Établi avec Facturier', undefined]);
    assert.match(mentions(showing({ memberOfAnApprovedAssociation: true })), /association agréée/);
    assert.doesNotMatch(mentions(all), /association agréée/);
  });

  test('the nature of the sale, the approval of personal services and the estimate are printed if enabled', () => {
    const home = documentFixtures(soleTrader, consumer);
    const sold = home.made('invoice', { lines: [{ ...lineOf(1, 100, 'FR_00HT'), type: 'service_delivery' }] });
    const homeShowing = (display: object) =>
      home.printed({
        ...sold,
        content: { ...sold.content, display: { ...sold.content.display, ...display } },
      } as BillingDocument);
    const services = 'Nature des opérations : Prestation de services';
    assert.equal(natureOf(homeShowing({ requiredMentionsProduct: false })), undefined);
    assert.equal(natureOf(homeShowing({ requiredMentionsProduct: true })), services);
    assert.equal(natureOf(showing({ requiredMentionsProduct: false })), services);
    assert.match(mentions(homeShowing({ sapAgreement: true })), /SAP802954785/);
    assert.doesNotMatch(mentions(homeShowing({ sapAgreement: false })), /SAP802954785/);
    const estimate = trail.made('estimate', { lines });
    const bill = trail.finalInvoice(estimate);
    const numbered = (estimateNumber: boolean) =>
      trail.printed({
        ...bill,
        content: { ...bill.content, display: { ...bill.content.display, estimateNumber } },
      } as BillingDocument);
    assert.match(factsOf(numbered(true))['Devis'] ?? '', /^n° D-2026-0001/);
    assert.equal(factsOf(numbered(false))['Devis'], undefined);
  });

  test('a theme decides on columns; if rates differ each line still states its own', () => {
    const bare = { ...themes.encre, columns: { position: false, reference: false, unitPrice: false, vat: false } };
    const keys = (printed: PrintedDocument) => printed.table.columns.map(({ key }) => key);
    assert.deepEqual(keys(trail.printed(made, { theme: bare })), ['designation', 'quantity', 'vat', 'total']);
    const single = trail.made('invoice', { lines });
    assert.deepEqual(keys(trail.printed(single, { theme: bare })), ['designation', 'quantity', 'total']);
  });

  test('a foreign address states its country in the language of the document', () => {
    const abroad = {
      ...company,
      billingAddress: { line1: 'Hauptstraße 1', zipCode: '10115', city: 'Berlin', country: 'DE' as const },
    };
    const there = documentFixtures(seller, abroad);
    const bill = there.made('invoice', { lines });
    assert.equal(there.printed(bill).customer.lines.at(-1), 'ALLEMAGNE');
    assert.equal(there.printed(bill, { locale: 'it' }).customer.lines.at(-1), 'GERMANIA');
  });
});
