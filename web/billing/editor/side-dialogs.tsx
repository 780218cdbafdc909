import type { ReactNode } from 'react';
import { CustomerChooser } from './customer/chooser.tsx';
import { CustomerDetails } from './customer/details-dialog.tsx';
import { AdvancesDialog } from './dialogs/advances-dialog.tsx';
import { BankDialog } from './dialogs/bank-dialog.tsx';
import { RemoveDialog } from './dialogs/delete-draft-dialog.tsx';
import { DeliveryDialog } from './dialogs/delivery-dialog.tsx';
import { DiscountDialog } from './dialogs/discount-dialog.tsx';
import { DisplayDialog } from './dialogs/display-dialog.tsx';
import { FinalizeDialog } from './dialogs/finalize-dialog.tsx';
import { LanguageDialog } from './dialogs/language-dialog.tsx';
import { MentionDialog } from './dialogs/mention-dialog.tsx';
import { NotesDialog } from './dialogs/notes-dialog.tsx';
import { OfferedDialog } from './dialogs/offer-terms-dialog.tsx';
import { PaymentRequestDialog } from './dialogs/payment-request-dialog.tsx';
import { PreviewDialog } from './dialogs/preview-dialog.tsx';
import { ProjectDialog } from './dialogs/project-dialog.tsx';
import { RecurrenceOfDraft } from './dialogs/recurrence-setting.tsx';
import { ReminderDialog } from './dialogs/reminder-dialog.tsx';
import { SignatureDialog } from './dialogs/signature-dialog.tsx';
import { TermsDialog } from './dialogs/terms-dialog.tsx';
import { ThemeDialog } from './dialogs/theme-dialog.tsx';
import type { Beside } from './side-dialog.ts';

/** The open dialog of the side panel. */
export function SideDialogs({ beside, close, reload }: { beside: Beside; close: () => void; reload: () => void }) {
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
