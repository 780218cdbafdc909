import type { TurnoverPart } from '../../domain/home/turnover-part.ts';

// Tuples without member names, because there are thousands.
export type StoredPart = [
  ...[how: TurnoverPart['how'], on: string, currency: string, rate: number, key: TurnoverPart['key']],
  ...[sold: TurnoverPart['sold'], isDue: boolean, net: TurnoverPart['net'], vat: TurnoverPart['vat'], count: number],
  ...[accountNet: TurnoverPart['net'], accountVat: TurnoverPart['vat']],
  ...commercial: [] | [net: TurnoverPart['net'], vat: TurnoverPart['vat']],
];

export const toStoredPart = (part: TurnoverPart): StoredPart => {
  const { how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat } = part;
  const { commercial } = part;
  const whole = [how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat] as const;
  return commercial ? [...whole, commercial.net, commercial.vat] : [...whole];
};

export const partFrom = ([
  how,
  on,
  currency,
  rate,
  key,
  sold,
  isDue,
  net,
  vat,
  count,
  ...own
]: StoredPart): TurnoverPart => {
  const [accountNet, accountVat, commercialNet, commercialVat] = own;
  return {
    ...{ how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat },
    ...(commercialNet !== undefined &&
      commercialVat !== undefined && { commercial: { net: commercialNet, vat: commercialVat } }),
  };
};
