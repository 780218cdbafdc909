import { useWords } from '../../words/language.ts';
import { useEditor } from './editor-context.ts';

/** How it is paid, and what the law wants said below. */
export function SheetFoot() {
  const { document, open } = useEditor();
  const words = useWords('editor');
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
                <button type="button" className="w fit" onClick={() => open('terms')}>
                  {methods.join(', ') || words.none}
                </button>
              </dd>
              {bank && (
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
      <Mentions />
    </>
  );
}

function Mentions() {
  const { draft, document, vat } = useEditor();
  const words = useWords('editor').mentions;
  const isBill = document.type === 'invoice' || document.type === 'advance';
  const { latePenalty, lumpSumCompensation, discountAdvancePayment, vatMention } = draft;
  const ofVat = vat?.mentions.find((each) => each.vatMention === vatMention);
  const said = [
    ofVat?.text,
    ofVat?.translation,
    isBill &&
      latePenalty &&
      (latePenalty.value === 'other' ? latePenalty.otherValue : words.penalty[latePenalty.value]),
    isBill && lumpSumCompensation && (lumpSumCompensation.otherValue || words.lumpSum),
    isBill && discountAdvancePayment && (discountAdvancePayment.otherValue || words.noDiscount),
    draft.generalTerms,
    draft.mediator,
  ].filter((text) => typeof text === 'string' && text !== '') as string[];
  return (
    <div className="mentions">
      {said.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
