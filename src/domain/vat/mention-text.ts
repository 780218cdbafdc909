/**
 * The legal VAT mentions, in the order of their API numbers. Their texts are dated data
 * (`mention-text.ts`).
 */
export const vatMentions = [
  'not_subject',
  'second_hand_good',
  'art_object',
  'collection_antique',
  'travel_agency',
  'vat_not_applicable',
  'vat_exemption',
  'vat_exemption_eu_sale',
  'vat_exemption_eu_service',
  'vat_construction',
  'vat_psychologist',
  'vat_psychologist_2',
  'vat_not_applicable_2',
  'vat_reverse_charge',
  'vat_reverse_charge_2',
  'vat_reverse_charge_3',
  'vat_reverse_charge_4',
  'vat_reduced_rate',
  'vat_reduced_rate_2',
  'vat_article_261c_cgi',
  'vat_exemption_294_cgi',
] as const;
export type VatMention = (typeof vatMentions)[number];

/**
 * The VAT categories of EN 16931 used in France (UNTDID 5305): S standard or reduced rate, E
 * exempt, AE reverse charge, K intra-community supply, G export, O outside the scope.
 */
export type VatCategory = 'S' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** The wording of a mention from a day on: its text, and its codes in the electronic invoice. */
type MentionText = {
  /** The first day of issue this wording is verified for. */
  readonly since: string;
  /**
   * The legal provision: CGI ann. II art. 242 nonies A, I 12° to 16° requires the mention, this one
   * its content.
   */
  readonly source: string;
  /** Empty if there is nothing to print. */
  readonly fr: string;
  readonly en: string;
  readonly category: VatCategory;
  /** The exemption reason code (VATEX list), if the list has one. */
  readonly vatex?: string;
};

/** The wording of a mention on a document issued on `day` (YYYY-MM-DD). */
export function mentionTextOn(mention: VatMention, day: string): MentionText {
  const [first, ...later] = mentionTexts[mention];
  return later.findLast((text) => text.since <= day) ?? first;
}

/**
 * The text of a disbursement: money paid in the name and on behalf of the customer is not part of
 * the price.
 */
export const disbursementText: MentionText = {
  since: '2014-01-01',
  source: 'CGI art. 267, II-2°; directive 2006/112/CE art. 79 c',
  fr: 'Débours, art. 267-II-2° du CGI',
  en: 'Disbursement, art. 267-II-2° of the French tax code (CGI)',
  category: 'E',
  vatex: 'VATEX-EU-79-C',
};

/** The wordings of a mention, the oldest first. */
type Wordings = readonly [MentionText, ...MentionText[]];

const from2014 = (text: Omit<MentionText, 'since'>): Wordings => [{ since: '2014-01-01', ...text }];

const TRAVEL_AGENCY = {
  source: 'CGI art. 266, 1-e; CGI ann. II art. 242 nonies A, I 15°',
  fr: 'Régime particulier – Agences de voyages',
  en: 'Margin scheme – Travel agents',
  category: 'E',
} as const;

// VAT law moves from the CGI to the CIBS on 2027-01-01 (ordonnances 2025-1247 and 2026-671);
// references to the CGI stay valid on invoices until 2028-06-30. Add new wordings below the old
// ones and never replace them: a document keeps the wording of its day.
export const mentionTexts: Record<VatMention, Wordings> = {
  not_subject: from2014({ source: 'CGI art. 278: VAT is charged', fr: '', en: '', category: 'S' }),
  second_hand_good: from2014({
    source: 'CGI art. 297 A; CGI ann. II art. 242 nonies A, I 16°',
    fr: 'Régime particulier – Biens d’occasion',
    en: 'Margin scheme – Second-hand goods',
    category: 'E',
    vatex: 'VATEX-EU-F',
  }),
  art_object: from2014({
    source: 'CGI art. 297 A; CGI ann. II art. 242 nonies A, I 16°',
    fr: 'Régime particulier – Objets d’art',
    en: 'Margin scheme – Works of art',
    category: 'E',
    vatex: 'VATEX-EU-I',
  }),
  collection_antique: from2014({
    source: 'CGI art. 297 A; CGI ann. II art. 242 nonies A, I 16°',
    fr: 'Régime particulier – Objets de collection et d’antiquité',
    en: 'Margin scheme – Collectors’ items and antiques',
    category: 'E',
    vatex: 'VATEX-EU-J',
  }),
  travel_agency: [
    { since: '2014-01-01', ...TRAVEL_AGENCY },
    // Flux 1 and 10 require a code for category E (rule G1.40); the list has one for travel agents.
    { since: '2026-12-01', ...TRAVEL_AGENCY, vatex: 'VATEX-EU-309' },
  ],
  vat_not_applicable: from2014({
    source: 'CGI art. 293 B and 293 E',
    fr: 'TVA non applicable, art. 293 B du CGI',
    en: 'VAT not applicable, art. 293 B of the French tax code (CGI)',
    category: 'E',
    vatex: 'VATEX-FR-FRANCHISE',
  }),
  vat_exemption: from2014({
    source: 'CGI art. 262, I',
    fr: 'Exonération de TVA, art. 262, I du CGI',
    en: 'Exempt from VAT (export), art. 262, I of the French tax code (CGI)',
    category: 'G',
    vatex: 'VATEX-EU-G',
  }),
  vat_exemption_eu_sale: from2014({
    source: 'CGI art. 262 ter, I',
    fr: 'Exonération de TVA, art. 262 ter, I du CGI',
    en: 'Exempt from VAT (supply within the EU), art. 262 ter, I of the French tax code (CGI)',
    category: 'K',
    vatex: 'VATEX-EU-IC',
  }),
  vat_exemption_eu_service: from2014({
    source: 'CGI art. 283, 2; CGI ann. II art. 242 nonies A, I 13°',
    fr: 'Autoliquidation – art. 283-2 du CGI',
    en: 'Reverse charge – art. 283-2 of the French tax code (CGI)',
    category: 'AE',
    vatex: 'VATEX-EU-AE',
  }),
  vat_construction: from2014({
    source: 'CGI art. 283, 2 nonies; CGI ann. II art. 242 nonies A, I 13°',
    fr: 'Autoliquidation – art. 283-2 nonies du CGI',
    en: 'Reverse charge (construction subcontracting) – art. 283-2 nonies of the French tax code (CGI)',
    category: 'AE',
    vatex: 'VATEX-FR-AE',
  }),
  vat_psychologist: psychologist(),
  vat_psychologist_2: psychologist(),
  vat_not_applicable_2: from2014({
    source: 'CGI art. 259, 1°',
    fr: 'TVA non applicable, art. 259-1 du CGI',
    en: 'French VAT not applicable, art. 259-1 of the French tax code (CGI)',
    category: 'O',
    vatex: 'VATEX-EU-O',
  }),
  vat_reverse_charge: from2014({
    source: 'CGI ann. II art. 242 nonies A, I 13°',
    fr: 'Autoliquidation',
    en: 'Reverse charge',
    category: 'AE',
    vatex: 'VATEX-EU-AE',
  }),
  vat_reverse_charge_2: from2014({
    source: 'CGI art. 283, 1; CGI ann. II art. 242 nonies A, I 13°',
    fr: 'Autoliquidation – art. 283-1 du CGI',
    en: 'Reverse charge – art. 283-1 of the French tax code (CGI)',
    category: 'AE',
    vatex: 'VATEX-FR-AE',
  }),
  vat_reverse_charge_3: from2014({
    source: 'directive 2006/112/CE art. 44 and 196',
    fr: 'Autoliquidation – art. 44 et 196, directive 2006/112/CE',
    en: 'Reverse charge – art. 44 and 196, directive 2006/112/EC',
    category: 'AE',
    vatex: 'VATEX-EU-AE',
  }),
  vat_reverse_charge_4: from2014({
    source: 'directive 2006/112/CE art. 194',
    fr: 'Autoliquidation – art. 194, directive 2006/112/CE',
    en: 'Reverse charge – art. 194, directive 2006/112/EC',
    category: 'AE',
    vatex: 'VATEX-EU-AE',
  }),
  vat_reduced_rate: from2014({
    source: 'CGI art. 278-0 bis A (works that save energy)',
    fr: 'TVA 5,5 % – art. 278-0 bis A du CGI',
    en: 'VAT 5.5% – art. 278-0 bis A of the French tax code (CGI)',
    category: 'S',
  }),
  vat_reduced_rate_2: from2014({
    source: 'CGI art. 279-0 bis (works on dwellings more than two years old)',
    fr: 'TVA 10 % – art. 279-0 bis du CGI',
    en: 'VAT 10% – art. 279-0 bis of the French tax code (CGI)',
    category: 'S',
  }),
  vat_article_261c_cgi: from2014({
    source: 'CGI art. 261 C (banking, finance, insurance)',
    fr: 'Exonération de TVA, art. 261 C du CGI',
    en: 'Exempt from VAT, art. 261 C of the French tax code (CGI)',
    category: 'E',
    vatex: 'VATEX-FR-CGI261C-1',
  }),
  vat_exemption_294_cgi: from2014({
    source: 'CGI art. 294 (French Guiana, Mayotte)',
    fr: 'TVA non applicable, art. 294 du CGI',
    en: 'VAT not applicable, art. 294 of the French tax code (CGI)',
    category: 'E',
    vatex: 'VATEX-FR-CGI295',
  }),
};

/** Care by psychologists, psychoanalysts and psychotherapists: two API names, one provision. */
function psychologist(): Wordings {
  return from2014({
    source: 'CGI art. 261, 4-1°',
    fr: 'Exonération de TVA, art. 261-4-1° du CGI',
    en: 'Exempt from VAT (health care), art. 261-4-1° of the French tax code (CGI)',
    category: 'E',
    vatex: 'VATEX-FR-CGI261-4',
  });
}
