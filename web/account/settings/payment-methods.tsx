import { ErrorMessage } from '../../app/components/error-message.tsx';
import { useAction } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';
import type { CompanyPatch } from './company/company-settings.ts';

type Method = CompanyPatch['settings']['defaults']['paymentMethods'][number];

/** Accepted payment methods. */
export function PaymentMethods({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').payment;
  const { methods: names } = useTranslations('finalized');
  const chosen = settings.defaults.paymentMethods;
  const act = useAction(async (method: Method) => {
    const paymentMethods = chosen.includes(method) ? chosen.filter((each) => each !== method) : [...chosen, method];
    await save({ defaults: { paymentMethods } });
  });
  // The method "other" needs a name, which is set per document.
  const offered = (Object.keys(names) as Method[]).filter((method) => method !== 'other' || chosen.includes(method));
  return (
    <fieldset className="set-row" disabled={disabled}>
      <legend>{words.methods}</legend>
      <div>
        {offered.map((method) => (
          <label key={method} className="choice">
            <input
              type="checkbox"
              className="check"
              checked={chosen.includes(method)}
              onChange={() => void act.run(method)}
            />
            <span className="first-capital">{names[method]}</span>
          </label>
        ))}
        <ErrorMessage error={act.error} />
      </div>
    </fieldset>
  );
}
