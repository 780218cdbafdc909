import type { Nature } from '../../../vat/vat-point.ts';
import type { LinedDocument } from '../document.ts';
import { isDisbursement } from '../lines/line.ts';
import { isGoods } from '../turnover/turnover.ts';

/**
 * Whether a document sells goods, services or both, disbursements aside. Undefined if it sells
 * nothing.
 */
export function natureSold(sold: LinedDocument | undefined): Nature | undefined {
  const goods = sold?.content.lines.filter((line) => !isDisbursement(line)).map(isGoods) ?? [];
  if (goods.length === 0) return undefined;
  if (goods.every(Boolean)) return 'goods';
  return goods.some(Boolean) ? 'both' : 'services';
}
