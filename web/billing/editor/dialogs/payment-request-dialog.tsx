import { parseAmount } from '../../../app/formats/parse-number.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { formatCents } from '../fields/format-numbers.ts';
import { InlineDate } from '../fields/inline-date-field.tsx';
import { InlineNumber } from '../fields/inline-field.tsx';
import { dayOfSeconds, secondsOfDay } from '../fields/parse-date.ts';
import { updateUnreadable } from '../fields/unreadable-input.ts';
import { useTypedField } from '../fields/use-parsed-field.ts';
import { SettingDialog, Switch } from './setting-dialog.tsx';

type Request = NonNullable<Draft['paymentRequest']>;

const days = ['dateDebutEmploi', 'dateFinEmploi', 'advancePaymentDate'] as const;
const typedHere = [...days, 'advanceAlreadyPayed'] as const;

/** Payment request to the Urssaf: days worked, and the advance received. */
export function PaymentRequestDialog({ close }: { close: () => void }) {
  const { draft, document, edit, today, state } = useEditor();
  const words = useTranslations('editor').request;
  const request = draft.paymentRequest;
  // Once it is off, no field can hold an unreadable text.
  const put = (paymentRequest: Request | null): void =>
    edit('paymentRequest', {
      paymentRequest,
      unread: typedHere.reduce((unread, field) => updateUnreadable(unread, field, undefined), draft.unread),
    });
  const refused = state.refused['update-invoice-payment-request'];
  const warned = document.warnings.find(
    ({ name }) => name === 'payment_request_unfit' || name === 'payment_request_not_sent',
  );
  const day = secondsOfDay(today);
  return (
    <SettingDialog title={words.title} close={close}>
      <Switch
        label={words.asked}
        isOn={!!request}
        onChange={(on) => put(on ? { dateDebutEmploi: day, dateFinEmploi: day, advanceAlreadyPayed: 0 } : null)}
      />
      {request && <Asked request={request} />}
      {refused && (
        <p className="field-error" role="alert">
          {refused.problem.message}
        </p>
      )}
      {warned && <p className="hint">{warned.message}</p>}
    </SettingDialog>
  );
}

function Asked({ request }: { request: Request }) {
  const words = useTranslations('editor');
  const language = useLanguage();
  const said = words.request;
  const { unread, put } = useTypedField('advanceAlreadyPayed');
  return (
    <>
      {days.map((member) => (
        <div key={member} className="field">
          <span className="label">{said[member]}</span>
          <DayAsked request={request} member={member} />
        </div>
      ))}
      <div className="field">
        <span className="label">{said.paid}</span>
        <InlineNumber
          className="numeric short"
          label={said.paid}
          errorText={words.priceFault}
          value={request.advanceAlreadyPayed}
          unread={unread}
          parse={parseAmount}
          format={(value) => formatCents(value, language)}
          onChange={(paid, text) => put({ paymentRequest: { ...request, advanceAlreadyPayed: paid ?? 0 } }, text)}
        />
      </div>
    </>
  );
}

function DayAsked({ request, member }: { request: Request; member: (typeof days)[number] }) {
  const { today, zone } = useEditor();
  const words = useTranslations('editor').request;
  const { unread, put } = useTypedField(member);
  return (
    <InlineDate
      label={words[member]}
      today={today}
      value={request[member] === undefined ? undefined : dayOfSeconds(request[member], zone)}
      unread={unread}
      onChange={(on, text) =>
        put(on && text === undefined ? { paymentRequest: { ...request, [member]: secondsOfDay(on) } } : {}, text)
      }
    />
  );
}
