/**
 * Programs whose files are recognized, with the name that people know. `other`: a list of an
 * unknown program with its own IDs.
 */
export const importSources = {
  abby: 'Abby',
  akaunting: 'Akaunting',
  dolibarr: 'Dolibarr',
  freebe: 'Freebe',
  henrri: 'Henrri',
  indy: 'Indy',
  invoice_ninja: 'Invoice Ninja',
  invoiceshelf: 'InvoiceShelf',
  midday: 'Midday',
  odoo: 'Odoo',
  pennylane: 'Pennylane',
  quickbooks: 'QuickBooks',
  sellsy: 'Sellsy',
  stripe: 'Stripe',
  tiime: 'Tiime',
  woocommerce: 'WooCommerce',
  zoho: 'Zoho',
  other: undefined,
} as const;
export type ImportSource = keyof typeof importSources;
