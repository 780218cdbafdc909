import { useState } from 'react';
import { useTitle } from '../../app/components/page.tsx';
import { Status } from '../../app/components/status.tsx';
import { useTranslations } from '../../locales/language.ts';
import { FormalNoticeDialog } from '../reminders/formal-notice-dialog.tsx';
import { ReminderDialog } from '../reminders/reminder-dialog.tsx';
import { AdvanceDialog } from './actions/advance-dialog.tsx';
import { CancelDialog, RefundDialog, RefuseDialog, ReverseDialog, SignDialog } from './actions/confirm-dialogs.tsx';
import { CreditDialog } from './actions/credit-dialog.tsx';
import { RequestSignature } from './actions/request-signature.tsx';
import { type Billing, isClaim, isCredit, isOffer, useRelatedDocuments } from './document-queries.ts';
import { RelatedDocuments } from './related-documents.tsx';
import { stateOf } from './status/document-status.ts';
import { DocumentBar } from './toolbar.tsx';
import './finalized.css';
import { SendDialog } from '../../mail/send-dialog.tsx';
import type { Asked } from './actions/open-dialog.ts';
import { PayDialog } from './actions/payment-dialog.tsx';
import { Sheet } from './sheet.tsx';
import { Panel } from './side-panel.tsx';
import { EditRecurrence } from './status/recurrence-status.tsx';

/** A finalized document: its related documents, its pages, and the side panel. */
export function FinalizedDocument({ billing }: { billing: Billing }) {
  const words = useTranslations('finalized');
  const [asked, ask] = useState<Asked>();
  const { data: family = [] } = useRelatedDocuments(billing.id);
  const state = stateOf(billing, words.state);
  useTitle(billing.number ?? words.kinds[billing.type]);
  return (
    <div className="finalized-document">
      <DocumentBar billing={billing} ask={ask} />
      <p className="narrow-state">
        <Status state={state.of} part={state.part}>
          {state.text}
        </Status>
      </p>
      {family.length > 0 && <RelatedDocuments key={billing.id} billing={billing} family={family} />}
      <div className="work">
        <div className="table">
          <Sheet billing={billing} />
        </div>
        <Panel billing={billing} ask={ask} />
      </div>
      {asked && <AskedDialog key={asked} asked={asked} billing={billing} onClose={() => ask(undefined)} />}
    </div>
  );
}

function AskedDialog({ asked, billing, onClose }: { asked: Asked; billing: Billing; onClose: () => void }) {
  if (asked === 'send' || asked === 'remind')
    return <SendDialog billing={billing} isReminder={asked === 'remind'} onClose={onClose} />;
  if (asked === 'recur' && billing.type === 'invoice') return <EditRecurrence billing={billing} onClose={onClose} />;
  if (isClaim(billing)) {
    if (asked === 'pay') return <PayDialog billing={billing} onClose={onClose} />;
    if (asked === 'credit') return <CreditDialog billing={billing} onClose={onClose} />;
    if (asked === 'cancel') return <CancelDialog billing={billing} onClose={onClose} />;
    if (asked === 'set-reminders') return <ReminderDialog billing={billing} onClose={onClose} />;
    if (asked === 'give-notice') return <FormalNoticeDialog billing={billing} onClose={onClose} />;
    if (asked === 'reverse') return <ReverseDialog billing={billing} onClose={onClose} />;
  }
  if (isOffer(billing)) {
    if (asked === 'ask-signature') return <RequestSignature billing={billing} onClose={onClose} />;
    if (asked === 'sign') return <SignDialog billing={billing} onClose={onClose} />;
    if (asked === 'refuse') return <RefuseDialog billing={billing} onClose={onClose} />;
    if (asked === 'advance') return <AdvanceDialog billing={billing} onClose={onClose} />;
  }
  return isCredit(billing) ? <RefundDialog billing={billing} onClose={onClose} /> : null;
}
