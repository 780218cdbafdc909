import { CountryField } from '../../../app/components/country-field.tsx';
import { Field } from '../../../app/components/field.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { DeliveryAddress } from '../draft/draft.ts';
import { SettingDialog, Switch } from './setting-dialog.tsx';

const parts = ['line1', 'line2', 'zipCode', 'city', 'country'] as const;
const nowhere: DeliveryAddress = { line1: '', city: '', zipCode: '', country: 'FR' };

/** Delivery address: the customer's, or one for this document only. */
export function DeliveryDialog({ close }: { close: () => void }) {
  const { draft, edit, state } = useEditor();
  const words = useTranslations('editor').delivery;
  const address = draft.deliveryAddress ?? nowhere;
  const refused = state.refused['update-billing-delivery-address'];
  const write = (part: (typeof parts)[number], text: string): void => {
    edit(`delivery ${part}`, { deliveryAddress: { ...address, [part]: text } });
  };
  return (
    <SettingDialog title={words.title} close={close}>
      <p className="hint">{words.said}</p>
      {parts.map((part) =>
        part === 'country' ? (
          <CountryField
            key={part}
            label={words.parts[part]}
            code={address[part]}
            onChoose={(code) => write(part, code)}
          />
        ) : (
          <Field
            key={part}
            label={words.parts[part]}
            autoComplete="off"
            value={address[part] ?? ''}
            onChange={({ target }) => write(part, target.value)}
          />
        ),
      )}
      <Switch
        label={words.printed}
        isOn={draft.displayDeliveryAddress}
        onChange={(on) => edit('displayDeliveryAddress', { displayDeliveryAddress: on })}
      />
      <button type="button" className="link-btn" onClick={() => edit('delivery', { deliveryAddress: null })}>
        {words.toCustomer}
      </button>
      {refused && (
        <p className="field-error" role="alert">
          {refused.problem.message}
        </p>
      )}
    </SettingDialog>
  );
}
