/** The two buttons of a dialog with a form. */
export function FormButtons({
  form,
  abandon,
  go,
  isBusy,
  onClose,
}: {
  form: string;
  abandon: string;
  go: string;
  isBusy: boolean;
  onClose: () => void;
}) {
  return (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {abandon}
      </button>
      <button type="submit" form={form} className="btn primary" aria-disabled={isBusy}>
        {go}
      </button>
    </>
  );
}
