/**
 * Programs whose lists are recognized by their headers, with the name that people know. `other`: a
 * list of an unknown program with its own IDs.
 */
export const importSources = {
  abby: 'Abby',
  akaunting: 'Akaunting',
  dolibarr: 'Dolibarr',
  indy: 'Indy',
  invoice_ninja: 'Invoice Ninja',
  quickbooks: 'QuickBooks',
  stripe: 'Stripe',
  woocommerce: 'WooCommerce',
  zoho: 'Zoho',
  other: undefined,
} as const;
export type ImportSource = keyof typeof importSources;
