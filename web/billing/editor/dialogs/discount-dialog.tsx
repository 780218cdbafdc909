import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { useTypedField } from '../fields/use-parsed-field.ts';
import { DiscountFields } from '../lines/line-discount.tsx';
import { SettingDialog, Switch } from './setting-dialog.tsx';

/** Discount on the whole document. */
export function DiscountDialog({ close }: { close: () => void }) {
  const { document, draft, edit } = useEditor();
  const { unread, put } = useTypedField('discount');
  const words = useTranslations('editor');
  const discount = draft.discount ?? { mode: 'PERCENTAGE', amount: 0 };
  const isFixed = 'parent' in document && document.parent !== undefined;
  const hasDisbursements = draft.lines.some(({ type }) => type === 'disbursement');
  return (
    <SettingDialog title={words.panel.discount} close={close}>
      <div className="pair-of-fields">
        <DiscountFields
          label={words.panel.discount}
          discount={discount}
          unread={unread}
          onChange={(after, text) =>
            put({ discount: after.amount > 0 || after.mode === 'AMOUNT' ? after : null }, text)
          }
        />
      </div>
      {hasDisbursements && !isFixed && (
        <Switch
          label={words.discountsDisbursements}
          isOn={draft.discountsDisbursements}
          onChange={(discountsDisbursements) => edit('discountsDisbursements', { discountsDisbursements })}
        />
      )}
    </SettingDialog>
  );
}
