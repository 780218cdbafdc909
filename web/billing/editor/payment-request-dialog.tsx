import { typedAmount } from '../../ground/typed-number.ts';
import { useLanguage, useWords } from '../../words/language.ts';
import { DayInPlace } from './day-in-place.tsx';
import type { Draft } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { NumberInPlace } from './in-place.tsx';
import { SettingDialog, Switch } from './setting-dialog.tsx';
import { dayOfSeconds, secondsOfDay } from './typed-day.ts';
import { writtenAmount } from './written.ts';

type Request = NonNullable<Draft['paymentRequest']>;

/** What the agency of personal services is to be asked to pay: the days worked, and what was paid down. */
export function PaymentRequestDialog({ close }: { close: () => void }) {
  const { draft, document, edit, today, state } = useEditor();
  const words = useWords('editor').request;
  const request = draft.paymentRequest;
  const put = (paymentRequest: Request | null): void => edit('paymentRequest', { paymentRequest });
  const refused = state.refused['update-invoice-payment-request'];
  const warned = document.warnings.find(
    ({ name }) => name === 'payment_request_unfit' || name === 'payment_request_not_sent',
  );
  const day = secondsOfDay(today);
  return (
    <SettingDialog title={words.title} close={close}>
      <Switch
        label={words.asked}
        on={!!request}
        onChange={(on) => put(on ? { dateDebutEmploi: day, dateFinEmploi: day, advanceAlreadyPayed: 0 } : null)}
      />
      {request && <Asked request={request} put={put} />}
      {refused && (
        <p className="wrong" role="alert">
          {refused.problem.message}
        </p>
      )}
      {warned && <p className="hint">{warned.message}</p>}
    </SettingDialog>
  );
}

function Asked({ request, put }: { request: Request; put: (request: Request) => void }) {
  const { today, zone } = useEditor();
  const words = useWords('editor');
  const language = useLanguage();
  const said = words.request;
  return (
    <>
      {(['dateDebutEmploi', 'dateFinEmploi', 'advancePaymentDate'] as const).map((member) => (
        <div key={member} className="field">
          <span className="label">{said[member]}</span>
          <DayInPlace
            label={said[member]}
            today={today}
            value={request[member] === undefined ? undefined : dayOfSeconds(request[member], zone)}
            onChange={(on) => on && put({ ...request, [member]: secondsOfDay(on) })}
          />
        </div>
      ))}
      <div className="field">
        <span className="label">{said.paid}</span>
        <NumberInPlace
          className="num short"
          label={said.paid}
          fault={words.priceFault}
          value={request.advanceAlreadyPayed}
          read={typedAmount}
          write={(value) => writtenAmount(value, language)}
          onChange={(paid) => put({ ...request, advanceAlreadyPayed: paid ?? 0 })}
        />
      </div>
    </>
  );
}
