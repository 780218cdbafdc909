/** When a document is due. `due-date.ts` has the rule of each. */
export const paymentDelays = [
  'at_reception',
  'end_of_month',
  'seven_days',
  'ten_days',
  'fifteen_days',
  'thirty_days',
  'thirty_days_end_of_month',
  'forty_five_days',
  'forty_five_days_end_of_month',
  'sixty_days',
  'sixty_days_end_of_month',
  'ninety_days',
  'ninety_days_end_of_month',
  'one_hundred_and_twenty_days',
  'other',
] as const;
export type PaymentDelay = (typeof paymentDelays)[number];

/** Payment methods, in the order of their API numbers. */
export const paymentMethods = [
  'transfer',
  'direct_debit',
  'credit_card',
  'cheque',
  'universal_employment_service_cheque',
  'cash',
  'paypal',
  'stripe',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Penalties for late payment (C. com. art. L441-10 II). */
export const latePenalties = ['three_time_legal_rate', 'bce_director_rate_plus_ten_points', 'other'] as const;
export type LatePenalty = { readonly value: (typeof latePenalties)[number]; readonly otherValue?: string };

/** The lump sum for recovery costs (C. com. art. D441-5), in the order of their API numbers. */
export const lumpSumCompensations = ['forty_euros', 'other'] as const;
export type LumpSumCompensation = {
  readonly value: (typeof lumpSumCompensations)[number];
  readonly otherValue?: string;
};

/** The discount for payment before the due day (escompte, C. com. art. L441-9). */
export const discountsForAdvancePayment = ['none', 'other'] as const;
export type DiscountForAdvancePayment = {
  readonly value: (typeof discountsForAdvancePayment)[number];
  readonly otherValue?: string;
};

/** The payment terms of a document, by their API names. */
export const paymentTerms = [
  'latePenalty',
  'lumpSumCompensation',
  'discountAdvancePayment',
  'paymentMethods',
  'plannedAdvances',
] as const;
export type PaymentTerm = (typeof paymentTerms)[number];
