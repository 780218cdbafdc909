import { useId, useRef } from 'react';
import { IconUpload } from '../app/icons.tsx';
import { useTranslations } from '../locales/language.ts';

/** A receipt: on a phone the system offers the camera. */
export function ReceiptField({
  name,
  state,
  error,
  onChoose,
}: {
  name: string | undefined;
  state: string | undefined;
  error: string | undefined;
  onChoose: (file: File | undefined) => void;
}) {
  const words = useTranslations('purchases');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className="field">
      <span className="label" id={id}>
        {words.fields.receipt}
      </span>
      <input
        ref={field}
        type="file"
        accept=".pdf,.png,.jpg,.jpeg,.webp,application/pdf,image/png,image/jpeg,image/webp"
        className="screen-reader-only"
        aria-label={words.fields.receipt}
        tabIndex={-1}
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          target.value = '';
        }}
      />
      <button
        type="button"
        className="btn purchase-receipt"
        aria-describedby={error ? `${id}-wrong` : undefined}
        onClick={() => field.current?.click()}
      >
        <IconUpload /> <span>{name ?? words.chooseReceipt}</span>
      </button>
      <p className="hint" role="status">
        {state}
      </p>
      {error && (
        <p className="field-error" id={`${id}-wrong`}>
          {error}
        </p>
      )}
    </div>
  );
}
