import type { ReactNode } from 'react';
import { longDay } from '../../../app/formats/dates.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { textFieldsOf, textOf } from '../draft/draft-texts.ts';
import { InlineDate } from '../fields/inline-date-field.tsx';
import { InlineSelect, InlineText } from '../fields/inline-field.tsx';
import { dayOfSeconds, secondsOfDay } from '../fields/parse-date.ts';
import { type TypedField, updateUnreadable } from '../fields/unreadable-input.ts';
import { useTypedField } from '../fields/use-parsed-field.ts';

/** Dates and payment terms of a document. */
export function SheetDates() {
  const { document, draft, lacks } = useEditor();
  const words = useTranslations('editor').facts;
  const isOffer = draft.expiredAt !== undefined;
  const starts = draft.plannedDuration === null ? words.startsOrDelivered : words.starts;
  const delivered = isOffer ? starts : words.delivered;
  return (
    <dl className="facts">
      <Fact name={words.issued}>
        <DayOfField
          field="emittedAt"
          id="place-issued"
          label={words.issued}
          isMissing={lacks.has('place-issued')}
          value={draft.emittedAt}
          changeTo={(at) => at !== undefined && { emittedAt: at }}
        />
      </Fact>
      {isOffer && (
        <Fact name={words.validUntil}>
          <DayOfField
            field="expiredAt"
            id="place-valid"
            label={words.validUntil}
            value={draft.expiredAt}
            changeTo={(at) => at !== undefined && { expiredAt: at }}
          />
        </Fact>
      )}
      {document.type !== 'asset' && <Terms />}
      {(draft.deliveryAt !== null || document.type !== 'asset') && (
        <Fact name={delivered}>
          <DayOfField
            field="deliveryAt"
            id="place-delivered"
            label={delivered}
            placeholder={document.type === 'invoice' ? words.noDay : words.unknownDay}
            value={draft.deliveryAt}
            changeTo={(at) => ({ deliveryAt: at ?? null })}
          />
        </Fact>
      )}
      <LabelledTexts />
    </dl>
  );
}

/**
 * A date of the document. `changeTo` converts a date to a change, or returns false if a date is
 * required.
 */
function DayOfField({
  field,
  value,
  changeTo,
  ...shared
}: {
  field: TypedField;
  id: string;
  label: string;
  value: number | null | undefined;
  changeTo: (at: number | undefined) => Partial<Draft> | false;
  isMissing?: boolean;
  placeholder?: string;
}) {
  const { zone, today } = useEditor();
  const { unread, put } = useTypedField(field);
  return (
    <InlineDate
      {...shared}
      today={today}
      value={value == null ? undefined : dayOfSeconds(value, zone)}
      unread={unread}
      onChange={(day, text) =>
        put(text === undefined ? changeTo(day === undefined ? undefined : secondsOfDay(day)) || {} : {}, text)
      }
    />
  );
}

/** The texts printed with a label, shown once they are filled in. */
function LabelledTexts() {
  const { document, draft, edit } = useEditor();
  const { fieldNames } = useTranslations('editor');
  return textFieldsOf(document.type, ({ printed }) => printed === 'label')
    .filter((field) => textOf(draft, field) !== '')
    .map((field) => (
      <Fact key={field} name={fieldNames[field]}>
        <InlineText
          className="fit"
          label={fieldNames[field]}
          value={textOf(draft, field)}
          onChange={(text) => edit(field, { [field]: text })}
        />
      </Fact>
    ));
}

/** Payment terms: a rule from the issue date, or a chosen date. */
function Terms() {
  const { document, draft, zone, edit, lacks } = useEditor();
  const words = useTranslations('editor');
  const language = useLanguage();
  const isOffer = draft.expiredAt !== undefined;
  const options = delays.map((value) => ({ value, text: words.delays[value] }));
  const choose = (paymentDelay: Draft['paymentDelay']): void => {
    const customDueAt = paymentDelay === 'other' ? (draft.customDueAt ?? document.dueAt ?? draft.emittedAt) : undefined;
    const unread = updateUnreadable(draft.unread, 'customDueAt', undefined);
    edit('paymentDelay', { paymentDelay, customDueAt: customDueAt || draft.emittedAt, unread });
  };
  const isOther = draft.paymentDelay === 'other';
  return (
    <>
      {!isOffer && (
        <Fact name={words.facts.due}>
          {isOther ? (
            <DayOfField
              field="customDueAt"
              id="place-due"
              label={words.facts.due}
              isMissing={lacks.has('place-due')}
              value={draft.customDueAt}
              changeTo={(at) => at !== undefined && { customDueAt: at }}
            />
          ) : (
            <span className="fixed-text">
              {document.dueAt ? longDay(dayOfSeconds(document.dueAt, zone), language) : words.none}
            </span>
          )}
        </Fact>
      )}
      <Fact name={words.facts.terms}>
        <InlineSelect
          {...(!isOther && { id: 'place-due' })}
          className="fit"
          label={words.facts.terms}
          isMissing={!isOther && lacks.has('place-due')}
          value={draft.paymentDelay}
          options={options}
          onChange={choose}
        />
      </Fact>
    </>
  );
}

const delays = [
  ...(['at_reception', 'seven_days', 'ten_days', 'fifteen_days', 'thirty_days', 'thirty_days_end_of_month'] as const),
  ...(['forty_five_days', 'forty_five_days_end_of_month', 'sixty_days', 'sixty_days_end_of_month'] as const),
  ...(['ninety_days', 'ninety_days_end_of_month', 'one_hundred_and_twenty_days', 'end_of_month', 'other'] as const),
] satisfies Draft['paymentDelay'][];

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
