/** Warnings on a draft: they never block it. */
export const warningNames = [
  'franchise_threshold_near',
  'customer_without_email',
  'customer_without_siren',
  'transfer_without_iban',
  'due_date_in_the_past',
  'payment_terms_too_long',
  'reduced_rate_without_certificate',
  'stock_below_zero',
  'online_payment_not_offered',
  'payment_request_not_sent',
  'payment_request_unfit',
  'price_with_part_of_cent',
  'line_without_price',
  'line_without_quantity',
  'discount_below_one_percent',
  'discount_exceeds_amount',
] as const;
export type WarningName = (typeof warningNames)[number];
