/** The two buttons of a form dialog: cancel and submit. */
export function FormButtons({
  form,
  cancelLabel,
  submitLabel,
  isBusy,
  onClose,
}: {
  form: string;
  cancelLabel: string;
  submitLabel: string;
  isBusy: boolean;
  onClose: () => void;
}) {
  return (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {cancelLabel}
      </button>
      <button type="submit" form={form} className="btn primary" aria-disabled={isBusy}>
        {submitLabel}
      </button>
    </>
  );
}
