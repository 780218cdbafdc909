import type { DocumentFormat } from '../tables/document-format.ts';
import { akauntingFormats } from './akaunting.ts';
import { dolibarrFormats } from './dolibarr.ts';
import { invoiceNinjaFormats } from './invoice-ninja.ts';
import { middayFormats } from './midday.ts';
import { odooFormats } from './odoo.ts';
import { quickBooksFormats } from './quickbooks.ts';
import { stripeFormats } from './stripe.ts';
import { wooCommerceFormats } from './woocommerce.ts';
import { zohoFormats } from './zoho.ts';

/** The lists of documents that are recognized; the first whose signature fits counts. */
export const documentFormats: readonly DocumentFormat[] = [
  ...dolibarrFormats,
  ...invoiceNinjaFormats,
  ...stripeFormats,
  ...wooCommerceFormats,
  ...zohoFormats,
  ...middayFormats,
  ...akauntingFormats,
  ...odooFormats,
  ...quickBooksFormats,
];
