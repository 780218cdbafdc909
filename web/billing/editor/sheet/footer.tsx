import { useTranslations } from '../../../locales/language.ts';
import { Mentions } from '../../finalized/accessible-text.tsx';
import { useEditor } from '../context.ts';
import { usePaperPreview } from './use-paper-preview.ts';

/** Payment details and legal notices. */
export function SheetFooter() {
  const { document, draft, open } = useEditor();
  const paper = usePaperPreview();
  const words = useTranslations('editor');
  const { bankInformation: bank, billingLegals: legals } = document;
  const methods = legals.paymentMethods.map((method) =>
    method === 'other' && legals.otherPaymentMethod ? legals.otherPaymentMethod : words.methods[method],
  );
  const isBill = document.type === 'invoice' || document.type === 'advance';
  return (
    <>
      {isBill && (
        <div className="pay">
          <div>
            <h2>{words.pay.title}</h2>
            <dl>
              <dt>{words.pay.method}</dt>
              <dd>
                <button type="button" className="inline-input fit" onClick={() => open('terms')}>
                  {methods.join(', ') || words.none}
                </button>
              </dd>
              {draft.framework === 'already_paid' && (
                <>
                  <dt>{words.pay.state}</dt>
                  <dd>{words.pay.paid}</dd>
                </>
              )}
              {bank && draft.framework !== 'already_paid' && (
                <>
                  <dt>IBAN</dt>
                  <dd>{bank.iban.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
                  {bank.bic && (
                    <>
                      <dt>BIC</dt>
                      <dd>{bank.bic}</dd>
                    </>
                  )}
                </>
              )}
            </dl>
          </div>
        </div>
      )}
      {paper && <Mentions paper={paper} />}
    </>
  );
}
