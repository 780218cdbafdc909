import type { ParsedNumber } from '../../../app/formats/parse-number.ts';

/**
 * Input state of a number field: `stands` is the value parsed from the text, `began` the value
 * before typing.
 */
export type TypingNumber = {
  readonly text: string;
  readonly stands: number | undefined;
  readonly began: number | undefined;
  readonly isUnread: boolean;
};

/**
 * The state after a keystroke. Unreadable text restores the value before typing: `1O00` is not the
 * price 1.
 */
export function updateNumberInput(
  read: ParsedNumber,
  { text, typing, value }: { text: string; typing: TypingNumber | undefined; value: number | undefined },
): { readonly typing: TypingNumber; readonly unread: string | undefined } {
  const began = typing ? typing.began : value;
  const isUnread = read.is === 'unreadable';
  const stands = isUnread ? began : read.is === 'number' ? read.value : undefined;
  return { typing: { text, stands, began, isUnread }, unread: isUnread ? text : undefined };
}

/** The typed text, unless another value arrived meanwhile. Empty and zero are equivalent. */
export const textOf = (typing: TypingNumber | undefined, value: number | undefined): string | undefined =>
  typing && !typing.isUnread && (typing.stands ?? 0) === (value ?? 0) ? typing.text : undefined;
