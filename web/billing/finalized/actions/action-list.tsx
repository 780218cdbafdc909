import type { ReactElement, ReactNode } from 'react';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { shortDay } from '../../../app/formats/dates.tsx';
import { money } from '../../../app/formats/money.tsx';
import {
  IconCash,
  IconCheck,
  IconCopy,
  IconFileAlert,
  IconFileInvoice,
  IconReceiptRefund,
  IconRotate,
  IconSend,
  IconX,
} from '../../../app/icons.tsx';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import {
  type Billing,
  isClaim,
  isCredit,
  isOffer,
  type Payment,
  useMayWrite,
  useRefresh,
} from '../document-queries.ts';
import { useDuplicate } from './create-next-document.ts';
import type { Ask } from './open-dialog.ts';

/** All further actions on a finalized document; forbidden ones are hidden. */
export function NextSteps({ billing, payments, ask }: { billing: Billing; payments: readonly Payment[]; ask: Ask }) {
  const words = useTranslations('finalized').next;
  const recurring = useTranslations('recurring');
  const mayWrite = useMayWrite();
  if (!mayWrite) return null;
  const sentAt = billing.lastSendByEmailAt;
  return (
    <section aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <ul className="next-steps">
        <Step icon={IconSend} act={() => ask('send')} aside={sentAt !== undefined && words.sentOn(shortDay(sentAt))}>
          {words.send}
        </Step>
        {isClaim(billing) && <ClaimSteps billing={billing} payments={payments} ask={ask} />}
        {isOffer(billing) && <OfferSteps billing={billing} ask={ask} />}
        {isCredit(billing) && billing.refundAt !== undefined && <BackFromRefund id={billing.id} />}
        {isRecurring(billing) && (
          <Step icon={IconRotate} act={() => ask('recur')}>
            {recurring.make}
          </Step>
        )}
        {isDuplicable(billing) && <Duplicate id={billing.id} />}
      </ul>
    </section>
  );
}

function Step({
  icon: Icon,
  act,
  aside,
  children,
}: {
  icon: (props: { className?: string }) => ReactElement;
  act: () => void;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <button type="button" onClick={act}>
        <Icon />
        {children} {aside && <span className="quiet">{aside}</span>}
      </button>
    </li>
  );
}

function ClaimSteps({
  billing,
  payments,
  ask,
}: {
  billing: Extract<Billing, { type: 'invoice' | 'advance' }>;
  payments: readonly Payment[];
  ask: Ask;
}) {
  const words = useTranslations('finalized').next;
  const reminding = useTranslations('reminders').notice;
  const left = billing.total.remainingAmountWithTax;
  const isOpen = billing.canceledAt === undefined && left > 0;
  // An advance is credited as a whole, once.
  const canCredit = isOpen && (billing.type === 'invoice' || !billing.assets?.length);
  return (
    <>
      {canCredit && (
        <Step icon={IconReceiptRefund} act={() => ask('credit')} aside={words.upTo(money(left, billing.currencyCode))}>
          {words.credit}
        </Step>
      )}
      {billing.situation === 'late' && (
        <Step icon={IconFileAlert} act={() => ask('give-notice')}>
          {reminding.make}
        </Step>
      )}
      {billing.state === 'paid' && payments.length > 0 && (
        <Step icon={IconRotate} act={() => ask('reverse')}>
          {words.reverse}
        </Step>
      )}
      {canCredit && (
        <Step icon={IconX} act={() => ask('cancel')} aside={words.byCredit}>
          {words.cancel[billing.type]}
        </Step>
      )}
    </>
  );
}

function OfferSteps({
  billing,
  ask,
}: {
  billing: Extract<Billing, { type: 'estimate' | 'purchase_order' }>;
  ask: Ask;
}) {
  const words = useTranslations('finalized').next;
  const { state, hasFinalInvoice, advances, total } = billing;
  const left = total.remainingAmountToBill;
  // An online signature cannot be undone.
  const isOnline = billing.electronicSignature.status === 'signed';
  const mayUnsign = state === 'signed' && !isOnline && !hasFinalInvoice && advances.length === 0;
  return (
    <>
      {state === 'finalized' && (
        <>
          <Step icon={IconCheck} act={() => ask('sign')}>
            {words.sign}
          </Step>
          <Step icon={IconX} act={() => ask('refuse')}>
            {words.refuse}
          </Step>
        </>
      )}
      {state === 'signed' && !hasFinalInvoice && left > 0 && (
        <>
          <Step icon={IconCash} act={() => ask('advance')} aside={words.ofRest(money(left, billing.currencyCode))}>
            {words.advance}
          </Step>
        </>
      )}
      {mayUnsign && <GoBack id={billing.id} from="signed" />}
      {state === 'refused' && <GoBack id={billing.id} from="refused" />}
    </>
  );
}

/** Undoes a recorded signature or refusal. */
function GoBack({ id, from }: { id: string; from: 'signed' | 'refused' }) {
  const words = useTranslations('finalized');
  const refresh = useRefresh();
  const act = useAction(async () => {
    await call(from === 'signed' ? 'unsign-estimate' : 'unrefuse-estimate', { estimateId: id });
    await refresh();
    toast(words.decide.undone);
  });
  return (
    <>
      <Step icon={IconRotate} act={() => void act.run()}>
        {from === 'signed' ? words.next.unsign : words.next.unrefuse}
      </Step>
      <ErrorMessage error={act.error} />
    </>
  );
}

function BackFromRefund({ id }: { id: string }) {
  const words = useTranslations('finalized');
  const refresh = useRefresh();
  const act = useAction(async () => {
    await call('refund-asset', { assetId: id, body: { refundAt: null } });
    await refresh();
    toast(words.decide.undone);
  });
  return (
    <>
      <Step icon={IconFileInvoice} act={() => void act.run()}>
        {words.next.unrefund}
      </Step>
      <ErrorMessage error={act.error} />
    </>
  );
}

/** Advances, final invoices and credit notes of an invoice belong to another document. */
const isDuplicable = (billing: Billing): boolean =>
  isOffer(billing) || (billing.type === 'invoice' && !billing.isFinalInvoice) || (isCredit(billing) && !billing.parent);

/** Whether an invoice can be made recurring and is not yet. */
const isRecurring = (billing: Billing): boolean =>
  billing.type === 'invoice' && !billing.isFinalInvoice && billing.canceledAt === undefined && !billing.frequency;

function Duplicate({ id }: { id: string }) {
  const words = useTranslations('finalized').next;
  const act = useDuplicate(id);
  return (
    <>
      <Step icon={IconCopy} act={() => void act.run()} aside={words.asDraft}>
        {words.duplicate}
      </Step>
      <ErrorMessage error={act.error} />
    </>
  );
}
