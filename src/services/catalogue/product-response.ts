import { settingsOf } from '../../db/account/settings.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { type CurrencyCode, stepOf } from '../../domain/money/currency.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { productToJson, productWarnings } from '../../schemas/catalogue/product.ts';
import type { Context } from '../context.ts';
import { etagOf } from '../version-check.ts';

/** The smallest amount of the account's currency, which the prices with and without tax are rounded to. */
export const stepOfAccount = async (context: Pick<Context, 'tx'>): Promise<Step> =>
  stepOf(await currencyOfAccount(context));

/** The currency the prices of the catalogue are in. */
export const currencyOfAccount = async ({ tx }: Pick<Context, 'tx'>): Promise<CurrencyCode> =>
  (await settingsOf(tx)).settings.currency;

/** The answer that shows a product, with the ETag a later write may name. */
export function productResponse({ language }: Pick<Context, 'language'>, product: Product, currency: CurrencyCode) {
  const warnings = productWarnings(product, { currency, language });
  return {
    body: { ...productToJson(product, stepOf(currency)), ...(warnings.length > 0 && { warnings }) },
    headers: { etag: etagOf(product) },
  };
}
