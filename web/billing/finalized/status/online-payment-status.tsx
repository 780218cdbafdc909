import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { isProblem } from '../../../client/problem.ts';
import { useTranslations } from '../../../locales/language.ts';
import { type Claim, useMayWrite, useRefresh } from '../document-queries.ts';
import { Part } from '../panel-section.tsx';

/** Whether the customer may pay by card from their link, as long as a balance is due. */
export function OnlinePayment({ billing }: { billing: Claim }) {
  const words = useTranslations('finalized').online;
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const { id, type, isOnlinePaymentActivated: isOn, canceledAt, total } = billing;
  const act = useAction(async () => {
    if (type === 'advance')
      await call(isOn ? 'deactivate-advance-online-payment' : 'activate-advance-online-payment', { advanceId: id });
    else await call(isOn ? 'deactivate-invoice-online-payment' : 'activate-invoice-online-payment', { invoiceId: id });
    await refresh();
    toast(isOn ? words.deactivated : words.activated);
  });
  const isOpen = canceledAt === undefined && total.remainingAmountWithTax > 0;
  if (!isOpen || (!isOn && !mayWrite)) return null;
  return (
    <Part title={words.title}>
      <p className={isOn ? undefined : 'quiet'}>{isOn ? words.on : words.off}</p>
      {mayWrite && (
        <div className="buttons one">
          <button
            type="button"
            className={isOn ? 'btn quiet' : 'btn'}
            aria-disabled={act.isRunning}
            onClick={() => void act.run()}
          >
            {isOn ? words.deactivate : words.activate}
          </button>
        </div>
      )}
      <ErrorMessage error={act.error} />
      {isProblem(act.error, 'billing.online_payment_without_account') && (
        <p>
          <Link to="/reglages/paiement" className="btn">
            {words.settings}
          </Link>
        </p>
      )}
    </Part>
  );
}
