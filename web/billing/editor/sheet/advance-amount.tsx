import { money } from '../../../app/formats/money.tsx';
import { aboveZero, parseAmount, parseShare } from '../../../app/formats/parse-number.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Billing } from '../draft/draft.ts';
import { formatCents, formatQuantity } from '../fields/format-numbers.ts';
import { InlineNumber, InlineSelect, InlineText } from '../fields/inline-field.tsx';
import { useTypedField } from '../fields/use-parsed-field.ts';

type Advance = Extract<Billing, { type: 'advance' }>;

/** Amount of an advance, tax included: a share of its estimate, or a sum. */
export function AdvanceAmount() {
  const { document, draft, edit } = useEditor();
  const { unread, put } = useTypedField('advance');
  const words = useTranslations('editor');
  const said = words.advance;
  const { parent } = document as Advance;
  const { advance } = draft;
  if (!advance) return null;
  return (
    <table className="lines editable asked">
      <thead>
        <tr>
          <th>{words.lines.designation}</th>
          <th className="numeric">{said.asked}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <InlineText
              label={words.lines.designation}
              value={draft.designation ?? ''}
              onChange={(designation) => designation.trim() && edit('designation', { designation })}
            />
            <InlineText
              className="designation"
              label={words.lines.description}
              placeholder={words.lines.description}
              value={draft.description ?? ''}
              onChange={(description) => edit('description', { description })}
            />
            {parent && <small>{said.of[parent.type](parent.number ?? '')}</small>}
          </td>
          <td className="numeric">
            <Asked advance={advance} unread={unread} onChange={(after, text) => put({ advance: after }, text)} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

type Amount = NonNullable<ReturnType<typeof useEditor>['draft']['advance']>;

function Asked({
  advance,
  unread,
  onChange,
}: {
  advance: Amount;
  unread: string | undefined;
  onChange: (after: Amount, unread: string | undefined) => void;
}) {
  const { document, lacks } = useEditor();
  const words = useTranslations('editor');
  const language = useLanguage();
  const isAmount = advance.advanceMode === 'AMOUNT';
  const parent = document.type === 'advance' ? document.parent : undefined;
  return (
    <>
      <span className="asked-field">
        <InlineNumber
          id="place-amount"
          className="numeric"
          label={words.advance.asked}
          isMissing={lacks.has('place-amount')}
          errorText={isAmount ? words.priceFault : words.percentageFault}
          value={isAmount ? advance.advanceAmount : advance.advancePercentage}
          unread={unread}
          parse={aboveZero(isAmount ? parseAmount : parseShare)}
          format={(value) => (isAmount ? formatCents(value, language) : formatQuantity(value, language))}
          onChange={(value, text) =>
            onChange(
              value === undefined
                ? advance
                : { ...advance, ...(isAmount ? { advanceAmount: value } : { advancePercentage: value }) },
              text,
            )
          }
        />
        <InlineSelect
          className="fit"
          label={words.advance.mode}
          value={advance.advanceMode}
          options={[
            { value: 'PERCENTAGE', text: words.percent },
            { value: 'AMOUNT', text: words.advance.withTax },
          ]}
          onChange={(advanceMode) => onChange({ ...advance, advanceMode }, undefined)}
        />
      </span>
      {parent && (
        <small>
          {words.advance.rest[parent.type](money(parent.total.remainingAmountToBill, document.currencyCode, language))}
        </small>
      )}
    </>
  );
}
