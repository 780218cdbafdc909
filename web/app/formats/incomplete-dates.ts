/**
 * Blocks a form while a date in it is half typed: its field has no value then, and an optional date
 * would be lost. The browser shows the error at the field.
 */
export function rejectIncompleteDates(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const fields = event.target instanceof HTMLFormElement ? [...event.target.elements] : [];
      const half = fields.find((field) => field instanceof HTMLInputElement && field.validity.badInput);
      if (!(half instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      half.reportValidity();
    },
    { capture: true },
  );
}
