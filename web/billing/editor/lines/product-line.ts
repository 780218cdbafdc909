import type { Answer } from '../../../client/call.ts';
import type { DraftLine, Unit } from '../draft/line.ts';

export type Product = Answer<'get-products'>['docs'][number];

const shortUnits: Readonly<Partial<Record<Product['unit'], Unit>>> = {
  ...({ KG: 'kilogram', KM: 'kilometer', L: 'liter', M: 'meter', M2: 'square_meter' } as const),
  ...({ M3: 'cubic_meter', T: 'ton', MIN: 'minute' } as const),
};

/** Maps the unit of a product to that of a line. */
export const unitOfProduct = ({ unit }: Product): Unit => shortUnits[unit] ?? (unit.toLowerCase() as Unit);

const types: Readonly<Record<Product['type'], NonNullable<DraftLine['type']>>> = {
  GOODS_SALE: 'sale_of_goods',
  SERVICE_DELIVERY: 'service_delivery',
  COMMERCIAL_OR_CRAFT_SERVICES: 'commercial_or_craft_services',
  MANUFACTURED_GOODS_SALE: 'sale_of_manufactured_goods',
  DISBURSEMENT: 'disbursement',
};

/** Fields a line takes from a product. In another currency, the service converts the price. */
export const productToLine = (product: Product, { sameCurrency }: { sameCurrency: boolean }): Partial<DraftLine> => ({
  productId: product.id,
  designation: product.designation,
  description: product.description,
  reference: product.reference,
  unit: unitOfProduct(product),
  unitPrice: sameCurrency ? product.unitPrice : undefined,
  taxIncluded: product.taxesIncluded,
  type: types[product.type],
  vatCode: product.type === 'DISBURSEMENT' ? undefined : product.vatCode,
  goods: product.isDeliveryOfGood || undefined,
});
