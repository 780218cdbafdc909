import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Status } from '../../../app/components/status.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { RequestSignatureDialog } from '../../signing/request-signature-dialog.tsx';
import { signatureDots } from '../../signing/signature-status-dots.ts';
import { useEditor } from '../context.ts';
import { SignerOfOrganization } from '../customer/organization-signer.tsx';
import { SettingDialog } from './setting-dialog.tsx';

/** Online signature request; its email is sent when the draft is finalized. */
export function SignatureDialog({ close }: { close: () => void }) {
  const { document, saving } = useEditor();
  const words = useTranslations('editor').signing;
  const isAsked = 'electronicSignature' in document && document.withElectronicSignature;
  // Save the edits first: the request also changes the version of the document.
  const saved = async (ask: () => Promise<unknown>): Promise<void> => {
    await saving.saveNow();
    await ask().finally(() => saving.refresh());
  };
  const cancel = useAction(async () => {
    await saved(() => call('cancel-electronic-signature', { estimateId: document.id }));
    close();
  });
  if (!isAsked && lacksPerson(document))
    return <SignerOfOrganization organizationId={document.customer.id} close={close} />;
  if (!isAsked)
    return (
      <RequestSignatureDialog
        billing={document}
        words={words}
        onClose={close}
        ask={async (body) => {
          await saved(() => call('ask-for-electronic-signature', { estimateId: document.id, body }));
          close();
          toast(words.dialog.doneOfDraft);
        }}
      />
    );
  const { emails = [] } = document.electronicSignature.followUp ?? {};
  return (
    <SettingDialog title={words.title} close={close}>
      <p>
        <Status state={signatureDots.requested}>{words.status.requested}</Status>
      </p>
      <p className="quiet">
        {words.askedOf} {emails.join(', ')}
      </p>
      <button type="button" className="btn" aria-disabled={cancel.isRunning} onClick={() => void cancel.run()}>
        {words.cancel}
      </button>
      <ErrorMessage error={cancel.error} />
    </SettingDialog>
  );
}

/** A person signs for an organization. */
const lacksPerson = (document: ReturnType<typeof useEditor>['document']): boolean =>
  'electronicSignatureRequirements' in document &&
  document.electronicSignatureRequirements.some(({ name }) => name === 'hasNonEmptyCustomerContact');
