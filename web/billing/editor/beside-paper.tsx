import type { ReactNode } from 'react';
import { AdvancesDialog } from './advances-dialog.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { CustomerChooser } from './customer-chooser.tsx';
import { CustomerDetails } from './customer-details.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DiscountDialog } from './discount-dialog.tsx';
import { DisplayDialog } from './display-dialog.tsx';
import type { Beside } from './editor-context.ts';
import { FinalizeDialog } from './finalize-dialog.tsx';
import { LanguageDialog } from './language-dialog.tsx';
import { MentionDialog } from './mention-dialog.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { OfferedDialog } from './offered-dialog.tsx';
import { PaymentRequestDialog } from './payment-request-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { RecurrenceOfDraft } from './recurrence-of-draft.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SignatureDialog } from './signature-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { ThemeDialog } from './theme-dialog.tsx';

/** What was opened beside the paper. */
export function BesidePaper({ beside, close, reload }: { beside: Beside; close: () => void; reload: () => void }) {
  const dialogs: Readonly<Record<Beside, () => ReactNode>> = {
    customer: () => <CustomerChooser close={close} />,
    'customer-details': () => <CustomerDetails close={close} />,
    discount: () => <DiscountDialog close={close} />,
    theme: () => <ThemeDialog close={close} />,
    language: () => <LanguageDialog close={close} />,
    project: () => <ProjectDialog close={close} />,
    terms: () => <TermsDialog close={close} />,
    mention: () => <MentionDialog close={close} />,
    notes: () => <NotesDialog close={close} />,
    reminder: () => <ReminderDialog close={close} />,
    recurrence: () => <RecurrenceOfDraft close={close} />,
    signature: () => <SignatureDialog close={close} />,
    advances: () => <AdvancesDialog close={close} />,
    delivery: () => <DeliveryDialog close={close} />,
    bank: () => <BankDialog close={close} />,
    display: () => <DisplayDialog close={close} />,
    offered: () => <OfferedDialog close={close} />,
    request: () => <PaymentRequestDialog close={close} />,
    finalize: () => <FinalizeDialog close={close} reload={reload} />,
    preview: () => <PreviewDialog close={close} />,
    remove: () => <RemoveDialog close={close} />,
  };
  return dialogs[beside]();
}
