import { parseAmount, parsePercentage } from '../../../app/formats/parse-number.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import type { Discount, DraftLine } from '../draft/line.ts';
import { formatCents, formatPercentage } from '../fields/format-numbers.ts';
import { InlineNumber, InlineSelect } from '../fields/inline-field.tsx';
import type { LineActions } from './line-actions.ts';

/** Discount of a line, below its description. An empty field means no discount. */
export function LineDiscount({ line, number, actions }: { line: DraftLine; number: number; actions: LineActions }) {
  const words = useTranslations('editor').lines;
  const { discount } = line;
  if (!discount) return null;
  return (
    <div className="designation line-discount">
      <span>{words.discount}</span>
      <DiscountFields
        label={words.of(words.discount, number)}
        discount={discount}
        unread={line.unread?.discount}
        onChange={(after, text) =>
          actions.change(line.key, 'discount', { discount: after, unread: { discount: text } })
        }
      />
    </div>
  );
}

/** Discount as a percentage or an amount. */
export function DiscountFields({
  label,
  discount,
  unread,
  onChange,
}: {
  label: string;
  discount: Discount;
  unread: string | undefined;
  onChange: (discount: Discount, unread: string | undefined) => void;
}) {
  const words = useTranslations('editor');
  const language = useLanguage();
  const isPercentage = discount.mode === 'PERCENTAGE';
  return (
    <>
      <InlineNumber
        className="numeric short"
        label={label}
        errorText={isPercentage ? words.percentageFault : words.priceFault}
        value={discount.amount === 0 ? undefined : discount.amount}
        unread={unread}
        data-cell="discount"
        placeholder="0"
        parse={isPercentage ? parsePercentage : parseAmount}
        format={(value) => (isPercentage ? formatPercentage(value, language) : formatCents(value, language))}
        onChange={(amount, text) => onChange({ ...discount, amount: amount ?? 0 }, text)}
      />
      <InlineSelect
        className="fit"
        label={words.lines.discountMode(label)}
        value={discount.mode}
        options={[
          { value: 'PERCENTAGE', text: words.percent },
          { value: 'AMOUNT', text: words.amount },
        ]}
        onChange={(mode) => onChange({ mode, amount: 0 }, undefined)}
      />
    </>
  );
}
