import type { Line } from '../lines/line.ts';
import type { ProductType } from '../lines/product-type.ts';

/**
 * The turnover category of a sale in a micro-enterprise: sales of goods and commercial services
 * (BIC, CGI art. 50-0), or professional services (BNC, CGI art. 102 ter). Each has its own
 * thresholds and contributions.
 */
export type TurnoverCategory = 'bic_goods' | 'bic_services' | 'bnc';

/** Money paid on behalf of the customer is not turnover, so a disbursement has no category. */
export const turnoverCategories: Record<ProductType, TurnoverCategory | undefined> = {
  sale_of_goods: 'bic_goods',
  sale_of_manufactured_goods: 'bic_goods',
  commercial_or_craft_services: 'bic_services',
  service_delivery: 'bnc',
  disbursement: undefined,
};

/**
 * Whether a line delivers goods, which decides between the VAT categories K and AE, G and O: by its
 * mark, or by its type.
 */
export const isGoods = ({ type, deliveryOfGoods }: Pick<Line, 'type' | 'deliveryOfGoods'>): boolean =>
  deliveryOfGoods || (type !== undefined && turnoverCategories[type] === 'bic_goods');
