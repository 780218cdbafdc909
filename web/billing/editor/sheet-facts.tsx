import type { ReactNode } from 'react';
import { longDay } from '../../ground/days.tsx';
import { useLanguage, useWords } from '../../words/language.ts';
import { DayInPlace } from './day-in-place.tsx';
import type { Draft } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { ChoiceInPlace, TextInPlace } from './in-place.tsx';
import { type Day, dayOfSeconds, secondsOfDay } from './typed-day.ts';

/** The days of a document, and when it is to be paid. */
export function SheetFacts() {
  const { document, draft, zone, today, edit, lacks } = useEditor();
  const words = useWords('editor').facts;
  const isOffer = draft.expiredAt !== undefined;
  const day = (seconds: number | null | undefined): Day | undefined =>
    seconds == null ? undefined : dayOfSeconds(seconds, zone);
  return (
    <dl className="facts">
      <Fact name={words.issued}>
        <DayInPlace
          id="place-issued"
          label={words.issued}
          lacks={lacks.has('place-issued')}
          today={today}
          value={day(draft.emittedAt)}
          onChange={(on) => on && edit('emittedAt', { emittedAt: secondsOfDay(on) })}
        />
      </Fact>
      {isOffer && (
        <Fact name={words.validUntil}>
          <DayInPlace
            label={words.validUntil}
            today={today}
            value={day(draft.expiredAt)}
            onChange={(on) => on && edit('expiredAt', { expiredAt: secondsOfDay(on) })}
          />
        </Fact>
      )}
      {document.type !== 'asset' && <Terms today={today} />}
      {(draft.deliveryAt !== null || document.type !== 'asset') && (
        <Fact name={isOffer ? words.starts : words.delivered}>
          <DayInPlace
            label={isOffer ? words.starts : words.delivered}
            placeholder={document.type === 'invoice' ? words.noDay : words.unknownDay}
            today={today}
            value={day(draft.deliveryAt)}
            onChange={(on) => edit('deliveryAt', { deliveryAt: on ? secondsOfDay(on) : null })}
          />
        </Fact>
      )}
      {draft.orderNumber !== null && <OrderNumber />}
    </dl>
  );
}

function OrderNumber() {
  const { draft, edit } = useEditor();
  const words = useWords('editor').facts;
  return (
    <Fact name={words.orderNumber}>
      <TextInPlace
        className="fit"
        label={words.orderNumber}
        value={draft.orderNumber ?? ''}
        onChange={(said) => edit('orderNumber', { orderNumber: said === '' ? null : said })}
      />
    </Fact>
  );
}

/** When it is to be paid: a rule from the day of issue, or a day that was chosen. */
function Terms({ today }: { today: Day }) {
  const { document, draft, zone, edit, lacks } = useEditor();
  const words = useWords('editor');
  const language = useLanguage();
  const isOffer = draft.expiredAt !== undefined;
  const options = delays.map((value) => ({ value, text: words.delays[value] }));
  const choose = (paymentDelay: Draft['paymentDelay']): void => {
    const customDueAt = paymentDelay === 'other' ? (draft.customDueAt ?? document.dueAt ?? draft.emittedAt) : undefined;
    edit('paymentDelay', { paymentDelay, customDueAt: customDueAt || draft.emittedAt });
  };
  const isOther = draft.paymentDelay === 'other';
  return (
    <>
      {!isOffer && (
        <Fact name={words.facts.due}>
          {isOther ? (
            <DayInPlace
              id="place-due"
              label={words.facts.due}
              lacks={lacks.has('place-due')}
              today={today}
              value={draft.customDueAt === undefined ? undefined : dayOfSeconds(draft.customDueAt, zone)}
              onChange={(on) => on && edit('customDueAt', { customDueAt: secondsOfDay(on) })}
            />
          ) : (
            <span className="stands">
              {document.dueAt ? longDay(dayOfSeconds(document.dueAt, zone), language) : words.none}
            </span>
          )}
        </Fact>
      )}
      <Fact name={words.facts.terms}>
        <ChoiceInPlace
          {...(!isOther && { id: 'place-due' })}
          className="fit"
          label={words.facts.terms}
          lacks={!isOther && lacks.has('place-due')}
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
