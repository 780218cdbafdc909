import { useTranslations } from '../locales/language.ts';

/** Checkbox to keep an overpayment for the customer. */
export function Excess({ amount, isKept, keep }: { amount: string; isKept: boolean; keep: (isKept: boolean) => void }) {
  const words = useTranslations('finalized').pay;
  return (
    <div className="notice warn" role="status">
      <div>
        <p>
          <b>{words.excess(amount)}</b>
        </p>
        <label className="choice">
          <input type="checkbox" className="check" checked={isKept} onChange={() => keep(!isKept)} />
          <span>{words.keep}</span>
        </label>
      </div>
    </div>
  );
}
