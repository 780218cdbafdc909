import { toast } from '../../../app/components/toasts.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { RequestSignatureDialog } from '../../signing/request-signature-dialog.tsx';
import { type Offer, useRefresh } from '../document-queries.ts';

/** Requests an online signature from the customer: the email is sent at once. */
export function RequestSignature({ billing, onClose }: { billing: Offer; onClose: () => void }) {
  const words = useTranslations('finalized').signing;
  const refresh = useRefresh();
  return (
    <RequestSignatureDialog
      billing={billing}
      words={words}
      onClose={onClose}
      ask={async (body) => {
        await call('ask-for-electronic-signature', { estimateId: billing.id, body });
        await refresh();
        onClose();
        toast(words.dialog.done);
      }}
    />
  );
}
