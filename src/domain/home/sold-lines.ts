import { isDisbursement, keyOf, type Line } from '../billing/document/lines/line.ts';
import { isGoods } from '../billing/document/turnover/turnover.ts';
import type { ServiceMix } from '../books/receipts-book.ts';
import type { ShareKey } from '../vat/breakdown.ts';
import type { BillFacts } from './turnover-part.ts';

/**
 * A line that a bill sells, with its net in cents after all discounts: a line of the bill, or of
 * the estimate behind an advance.
 */
export type SoldLine = Pick<Line, 'type' | 'vatCode' | 'deliveryOfGoods'> & { readonly net: number };

/** Nets per key: of goods, and of all lines. Empty without goods. */
export function goodsByKey(sold: readonly SoldLine[]): BillFacts['lines'] {
  if (!sold.some(isGoods)) return {};
  const nets: { [Key in ShareKey]?: { goods: number; all: number } } = {};
  for (const line of sold) {
    const { goods, all } = nets[keyOf(line)] ?? { goods: 0, all: 0 };
    nets[keyOf(line)] = { goods: goods + (isGoods(line) ? line.net : 0), all: all + line.net };
  }
  return nets;
}

/**
 * The natures of the services sold. An untyped line follows the typed services of its document;
 * without them, or with both natures, the register: services of a registered trader or craft
 * business are commercial (BIC, CGI art. 34), others professional (BNC, CGI art. 92).
 */
export function serviceMixOf(sold: readonly SoldLine[], isRegistered: boolean): ServiceMix {
  const sellsBic = sold.some(({ type }) => type === 'commercial_or_craft_services');
  const sellsBnc = sold.some(({ type }) => type === 'service_delivery');
  const registered = isRegistered ? 'bic_services' : 'bnc';
  if (sellsBic !== sellsBnc) return { nature: sellsBic ? 'bic_services' : 'bnc' };
  if (!sellsBic) return { nature: registered };
  const lines: { [Key in ShareKey]?: { bic: number; all: number } } = {};
  for (const line of sold) {
    if (isDisbursement(line) || isGoods(line)) continue;
    const isBic =
      line.type === 'commercial_or_craft_services' || (line.type === undefined && registered === 'bic_services');
    const { bic, all } = lines[line.vatCode] ?? { bic: 0, all: 0 };
    lines[line.vatCode] = { bic: bic + (isBic ? line.net : 0), all: all + line.net };
  }
  return { nature: registered, lines };
}
