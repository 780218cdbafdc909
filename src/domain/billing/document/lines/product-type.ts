/** What is sold, in the order of their numbers on the wire. It decides the turnover category; a disbursement is none. */
export const productTypes = [
  'sale_of_goods',
  'service_delivery',
  'commercial_or_craft_services',
  'sale_of_manufactured_goods',
  'disbursement',
] as const;
export type ProductType = (typeof productTypes)[number];
