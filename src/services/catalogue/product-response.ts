import { settingsOf } from '../../db/account/settings.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { type CurrencyCode, stepOf } from '../../domain/money/currency.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { productToJson, productWarnings } from '../../schemas/catalogue/product.ts';
import type { Context } from '../context.ts';
import { etagOf } from '../version-check.ts';

/**
 * The smallest unit of the account's currency, to which prices with and without VAT are rounded.
 */
export const stepOfAccount = async (context: Pick<Context, 'tx'>): Promise<Step> =>
  stepOf(await currencyOfAccount(context));

/** The currency of the catalogue's prices. */
export const currencyOfAccount = async ({ tx }: Pick<Context, 'tx'>): Promise<CurrencyCode> =>
  (await settingsOf(tx)).settings.currency;

/** The response with a product and its ETag. */
export function productResponse({ language }: Pick<Context, 'language'>, product: Product, currency: CurrencyCode) {
  const warnings = productWarnings(product, { currency, language });
  return {
    body: { ...productToJson(product, stepOf(currency)), ...(warnings.length > 0 && { warnings }) },
    headers: { etag: etagOf(product) },
  };
}
