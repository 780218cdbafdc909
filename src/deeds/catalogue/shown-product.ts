import { productToJson } from '../../contract/catalogue/product.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { stepOf } from '../../domain/money/currency.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { settingsOf } from '../../store/account/settings.ts';
import type { Context } from '../context.ts';
import { etagOf } from '../stale-version.ts';

/** The smallest amount of the account's currency, which the prices with and without tax are rounded to. */
export const stepOfAccount = async ({ tx }: Pick<Context, 'tx'>): Promise<Step> =>
  stepOf((await settingsOf(tx)).settings.currency);

/** The answer that shows a product, with the ETag a later write may name. */
export const showProduct = (product: Product, step: Step) => ({
  body: productToJson(product, step),
  headers: { etag: etagOf(product) },
});
