import type { Line } from '../lines/line.ts';
import type { ProductType } from '../lines/product-type.ts';

/**
 * What a sale counts as in the turnover of a micro-enterprise: sales of goods and commercial services (BIC, CGI
 * art. 50-0), or the services of a profession (BNC, CGI art. 102 ter). Each has thresholds and contributions of its own.
 */
export type TurnoverCategory = 'bic_goods' | 'bic_services' | 'bnc';

/** Money paid in the customer's name is not turnover: a disbursement counts as nothing. */
export const turnoverCategories: Record<ProductType, TurnoverCategory | undefined> = {
  sale_of_goods: 'bic_goods',
  sale_of_manufactured_goods: 'bic_goods',
  commercial_or_craft_services: 'bic_services',
  service_delivery: 'bnc',
  disbursement: undefined,
};

/** Whether a line delivers goods, which decides between K and AE, G and O: it says so, or its type does. */
export const isGoods = ({ type, deliveryOfGoods }: Pick<Line, 'type' | 'deliveryOfGoods'>): boolean =>
  deliveryOfGoods || (type !== undefined && turnoverCategories[type] === 'bic_goods');
