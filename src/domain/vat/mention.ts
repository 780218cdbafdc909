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
