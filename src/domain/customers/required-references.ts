/**
 * The references a public body requires on invoices, as its line of the directory says: its service
 * code, the number of its order (numéro d’engagement), both, or one of the two.
 */
export const requiredReferences = [
  'service_code',
  'order_number',
  'service_code_and_order_number',
  'service_code_or_order_number',
] as const;
export type RequiredReferences = (typeof requiredReferences)[number];
