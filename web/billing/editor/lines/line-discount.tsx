import { typedAmount, typedPercentage } from '../../../app/formats/parse-number.ts';
import { useLanguage, useWords } from '../../../locales/language.ts';
import type { Discount, DraftLine } from '../draft/line.ts';
import { writtenAmount, writtenPercentage } from '../fields/format-numbers.ts';
import { ChoiceInPlace, NumberInPlace } from '../fields/inline-field.tsx';
import type { LineActs } from './line-row.tsx';

/** A discount on one line, below its words. Nothing typed is no discount. */
export function LineDiscount({ line, number, acts }: { line: DraftLine; number: number; acts: LineActs }) {
  const words = useWords('editor').lines;
  const { discount } = line;
  if (!discount) return null;
  return (
    <div className="desc line-discount">
      <span>{words.discount}</span>
      <DiscountFields
        label={words.of(words.discount, number)}
        discount={discount}
        unread={line.unread?.discount}
        onChange={(after, text) => acts.change(line.key, 'discount', { discount: after, unread: { discount: text } })}
      />
    </div>
  );
}

/** How much is taken off, in percent or as an amount. */
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
  const words = useWords('editor');
  const language = useLanguage();
  const isPercentage = discount.mode === 'PERCENTAGE';
  return (
    <>
      <NumberInPlace
        className="num short"
        label={label}
        fault={isPercentage ? words.percentageFault : words.priceFault}
        value={discount.amount === 0 ? undefined : discount.amount}
        unread={unread}
        data-cell="discount"
        placeholder="0"
        read={isPercentage ? typedPercentage : typedAmount}
        write={(value) => (isPercentage ? writtenPercentage(value, language) : writtenAmount(value, language))}
        onChange={(amount, text) => onChange({ ...discount, amount: amount ?? 0 }, text)}
      />
      <ChoiceInPlace
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
