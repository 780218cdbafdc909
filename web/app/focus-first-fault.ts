/**
 * Moves the focus to the first field at fault of a submitted form, once it is marked: on a phone it
 * may be far above the button. `answered` ends when the service has answered.
 */
export function focusFirstFault({ currentTarget }: { currentTarget: Element }, answered?: Promise<unknown>): void {
  const focus = (): void =>
    void requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  if (answered) void answered.then(focus);
  else focus();
}
