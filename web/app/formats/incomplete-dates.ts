/**
 * Keeps a form back while a day in it is only half written: its field has no value then, as if nothing stood there, and an optional day
 * would be lost. The browser says at the field what is missing.
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
