import { toast } from '../../../app/components/toasts.tsx';
import { call } from '../../../client/call.ts';
import { useWords } from '../../../locales/language.ts';
import { AskSignatureDialog } from '../../signing/request-signature-dialog.tsx';
import { type Offer, useRefresh } from '../document-queries.ts';

/** Asks whoever the offer is made to for a signature online: the mail leaves at once. */
export function AskSignature({ billing, onClose }: { billing: Offer; onClose: () => void }) {
  const words = useWords('finalized').signing;
  const refresh = useRefresh();
  return (
    <AskSignatureDialog
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
