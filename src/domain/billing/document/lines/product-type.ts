/**
 * Types of product, in the order of their API numbers. The type decides the turnover category; a
 * disbursement has none.
 */
export const productTypes = [
  'sale_of_goods',
  'service_delivery',
  'commercial_or_craft_services',
  'sale_of_manufactured_goods',
  'disbursement',
] as const;
export type ProductType = (typeof productTypes)[number];
