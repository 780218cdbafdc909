import { findProducts } from '../../db/catalogue/products.ts';
import { LINES_PER_DOCUMENT_MAX } from '../../domain/billing/document/lines/line.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { LineInput } from '../../schemas/billing/document/document-input.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Context } from '../context.ts';

/** Products by ID, in lower case. */
export type Products = ReadonlyMap<string, Product>;

/**
 * The products these lines take values from, in one query; products of complete lines are not
 * read. An ID that is in no catalogue of the account has no product.
 */
export async function productsOfLines({ tx }: Pick<Context, 'tx'>, inputs: readonly LineInput[]): Promise<Products> {
  if (inputs.length > LINES_PER_DOCUMENT_MAX) return new Map();
  const ids = new Set<string>();
  for (const input of inputs)
    if (takesFromProduct(input) && isUuid(input.productId)) ids.add(input.productId.toLowerCase());
  const products = await findProducts(tx, [...ids]);
  return new Map(products.map((product) => [product.id, product]));
}

const takesFromProduct = (input: LineInput): boolean =>
  input.vatCode == null || TAKEN.some((member) => input[member] === undefined);

/** What a product can supply to a line, except its VAT code. */
const TAKEN = [
  'designation',
  'unitPrice',
  'isTaxIncluded',
  'type',
  'quantityUnit',
  'reference',
  'description',
  'isDeliveryOfGoods',
] as const satisfies readonly (keyof LineInput)[];
