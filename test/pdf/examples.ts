import type { Finalized, Invoice } from '../../src/domain/billing/document/document.ts';
import type { Line } from '../../src/domain/billing/document/lines/line.ts';
import type { Locale } from '../../src/domain/billing/document/locale.ts';
import { giveFormalNotice } from '../../src/domain/billing/reminder/give-formal-notice.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import type { Theme } from '../../src/domain/themes/theme.ts';
import { DEFAULT_THEME, themes } from '../../src/domain/themes/themes.ts';
import { printedFormalNotice } from '../../src/pdf/layout/formal-notice.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { company, consumer, documentFixtures, NOVEMBER, seller } from './document-fixtures.ts';

const named = (line: Line, designation: string, more: Partial<Line> = {}): Line => ({ ...line, designation, ...more });

export const usualLines: readonly Line[] = [
  named(lineOf(3, 65_000, 'FR_2000'), 'Conception de la charte graphique', {
    unit: 'day',
    type: 'service_delivery',
    description: 'Deux pistes créatives, une déclinaison complète.\nRemise des fichiers sources et du guide d’usage.',
  }),
  named(lineOf(12.5, 7_200, 'FR_2000'), 'Intégration du site', { unit: 'hour', type: 'service_delivery' }),
  named(lineOf(250, 84.5, 'FR_2000'), 'Menus imprimés, papier de création 300 g', {
    unit: 'unit',
    type: 'sale_of_goods',
    reference: 'MENU-A5',
    discount: { mode: 'PERCENTAGE', amount: 1000 },
  }),
  named(lineOf(40, 1_890, 'FR_550'), 'Livre « Histoire de la brasserie »', {
    unit: 'unit',
    type: 'sale_of_goods',
    reference: 'LIVRE-2026',
  }),
  named(lineOf(1, 4_800, 'FR_00HT', { disbursement: true }), 'Frais de dépôt de marque, avancés pour vous'),
];

export const manyLines = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) =>
    named(
      lineOf(1 + (index % 7) / 2, 1_250 + 37 * index, index % 3 === 0 ? 'FR_1000' : 'FR_2000'),
      `Fourniture et pose, lot ${index + 1}`,
      {
        unit: index % 2 === 0 ? 'unit' : 'square_meter',
        type: 'commercial_or_craft_services',
        ...(index % 9 === 4 && {
          description:
            'Dépose de l’existant, évacuation en décharge agréée, préparation des supports et nettoyage du chantier.',
        }),
      },
    ),
  );

/** Example pages to review, by name. */
export function examples(): Record<string, PrintedDocument> {
  const trail = documentFixtures(seller, company);
  const planned = {
    planned: [
      { asked: { mode: 'PERCENTAGE', percentage: 30 }, paymentCondition: 'SIGNATURE' },
      { asked: { mode: 'PERCENTAGE', percentage: 20 }, customPaymentCondition: 'à la livraison des maquettes' },
    ],
  };
  const estimate = trail.made('estimate', {
    lines: usualLines,
    title: 'Nouvelle identité de la brasserie',
    more: planned,
    legals: { headerNote: 'Suite à notre rencontre du 12 novembre, voici notre proposition.' },
  });
  const advance = trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
  const finalInvoice = trail.finalInvoice(estimate);
  const invoice = trail.made('invoice', {
    lines: usualLines,
    title: 'Identité visuelle',
    discount: { mode: 'PERCENTAGE', amount: 500 },
    legals: { footerNote: 'Merci de votre confiance.' },
  });
  const creditNote = trail.credited(invoice);
  const long = trail.made('invoice', { lines: manyLines(70), legals: { generalTerms: TERMS } });
  const inYen = trail.made('invoice', {
    lines: [named(lineOf(10, 1_500_000, 'FR_0HUE'), 'Consulting', { unit: 'day', type: 'service_delivery' })],
    said: { currency: { code: 'JPY', base: 'EUR', rate: 163.42, origin: 'ECB', at: NOVEMBER }, locale: 'en' },
    legals: { vatMention: 'vat_not_applicable_2' },
  });
  const draft = trail.drafted('invoice', { lines: usualLines });
  const onTrial = documentFixtures(seller, company, true);
  const atHome = documentFixtures(soleTrader, consumer);
  const gardening = atHome.made('invoice', {
    lines: [
      named(lineOf(4, 3_500, 'FR_00HT'), 'Entretien du jardin', { unit: 'hour', personalServiceActivity: 'JARDINAGE' }),
    ],
    legals: { mediator: 'CM2C, 14 rue Saint-Jean, 75017 Paris – www.cm2c.net' },
  });
  const takenBack = documentFixtures(seller, company);
  const canceled = takenBack.made('invoice', { lines: usualLines });
  takenBack.credited(canceled);
  const afar = documentFixtures(seller, { ...company, name: '株式会社 東京ビール', ...abroad });
  const letters = afar.made('invoice', {
    lines: [
      named(lineOf(1, 90_000, 'FR_00UE'), '标志设计 / 로고 디자인 / ロゴ制作', { type: 'service_delivery' }),
      named(lineOf(1, 10_000, 'FR_00UE'), 'Հայերեն, ქართული, ไทย, हिन्दी, שלום, مرحبا', { type: 'service_delivery' }),
    ],
    said: { locale: 'en' },
    legals: { vatMention: 'vat_exemption_eu_service' },
  });
  const home = documentFixtures(seller, { ...consumer, deliveryAddress: { ...abroad.billingAddress, country: 'FR' } });
  const withTax = usualLines.map((line) => ({ ...line, taxIncluded: line.type !== 'disbursement' }));
  const priced = home.made('invoice', { lines: withTax, discount: { mode: 'PERCENTAGE', amount: 500 } });
  const works = home.made('estimate', {
    lines: [
      named(lineOf(6, 4_800, 'FR_1000', { taxIncluded: true }), 'Dépose de l’ancienne chaudière', { unit: 'hour' }),
      named(lineOf(1, 286_000, 'FR_1000', { taxIncluded: true }), 'Chaudière à condensation, posée', { unit: 'unit' }),
    ],
    title: 'Remplacement de la chaudière',
    said: { timeline: { paymentDelay: 'thirty_days', deliveryAt: NOVEMBER + 10 * 86_400, validityDays: 60 } },
    legals: { vatMention: 'vat_reduced_rate_2' },
    more: { planned: [], fee: { amount: 6_000, isDeducted: true }, duration: { value: 25_000, unit: 'day' } },
  });
  const noticed = (of: typeof trail, claim: Finalized, theme = DEFAULT_THEME): PrintedDocument => {
    const facts = { ...of.factsOf(claim), now: NOVEMBER + 60 * 86_400 };
    const given = giveFormalNotice(claim, facts, { delayDays: 8, rate: 786 as never });
    if (isRefusal(given)) throw new Error(given.refused);
    const { document, notice } = given;
    const { zone } = facts.settings;
    return printedFormalNotice({ document, sealed: claim.sealed, notice, zone, theme, serviceName: 'Facturier' });
  };
  const inTheme = (theme: Theme) => trail.printed(invoice, { theme });
  const inLocale = (locale: Locale) => trail.printed(finalInvoice, { locale, theme: themes.registre });
  return {
    'estimate-marge': trail.printed(estimate, { theme: themes.marge }),
    'estimate-of-works-ardoise': home.printed(works),
    'advance-ardoise': trail.printed(advance),
    'final-invoice-ardoise': trail.printed(finalInvoice),
    'credit-note-plume': trail.printed(creditNote, { theme: themes.plume }),
    'long-ardoise': trail.printed(long),
    'draft-encre': trail.printed(draft, { theme: themes.encre }),
    'test-marge': onTrial.printed(onTrial.made('invoice', { lines: usualLines }), { theme: themes.marge }),
    'gardening-plume': atHome.printed(gardening, { theme: themes.plume }),
    'canceled-registre': takenBack.printed({ ...takenBack.now(canceled), canceledAt: NOVEMBER } as Invoice, {
      theme: themes.registre,
    }),
    'formal-notice-ardoise': noticed(trail, invoice),
    'formal-notice-of-consumer-encre': noticed(home, priced, themes.encre),
    'letters-encre-en': afar.printed(letters, { theme: themes.encre }),
    'with-tax-ardoise': home.printed(priced),
    'yen-marge-en': trail.printed(inYen, { theme: themes.marge }),
    'final-invoice-registre-de': inLocale('de'),
    'estimate-plume-it': trail.printed(estimate, { locale: 'it', theme: themes.plume }),
    ...Object.fromEntries(Object.entries(themes).map(([name, theme]) => [`invoice-${name}`, inTheme(theme)])),
  };
}

const abroad = {
  billingAddress: { line1: '1-2-3 銀座', zipCode: '104-0061', city: '東京都中央区', country: 'JP' as const },
};

export const soleTrader = {
  ...seller,
  vatRegime: 'franchise' as const,
  emitter: {
    fullName: 'Paul Bêche',
    commercialName: 'Jardins & Cie',
    email: 'paul@jardins.fr',
    phone: '06 00 00 00 01',
    address: { line1: '3 allée des Tilleuls', zipCode: '38100', city: 'Grenoble', country: 'FR' as const },
    siret: '80295478500028',
    legalStatus: 'micro_enterprise' as const,
    sapAgreementNumber: 'SAP802954785',
  },
};

const TERMS = Array.from(
  { length: 24 },
  (_, article) =>
    `Article ${article + 1}. Toute commande implique l’adhésion pleine et entière du client aux présentes conditions, à l’exclusion de tous autres documents. Les délais sont donnés à titre indicatif ; un retard raisonnable n’ouvre droit ni à annulation ni à pénalité. Les marchandises restent la propriété du vendeur jusqu’au paiement complet du prix.`,
).join('\n\n');
