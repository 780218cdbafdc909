import type { ParsedNumber } from '../../../app/formats/parse-number.ts';

/** What is typed in a field of a number: `stands` is the value made of it, `began` the value from before the typing. */
export type TypingNumber = {
  readonly text: string;
  readonly stands: number | undefined;
  readonly began: number | undefined;
  readonly isUnread: boolean;
};

/**
 * The field after a keystroke. Where the text cannot be read, the value from before the typing stands again: of `1O00` neither 1 nor
 * anything else is a price.
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

/** The text under the fingers, unless another value came in the meantime. Nothing and zero may stand for each other. */
export const textOf = (typing: TypingNumber | undefined, value: number | undefined): string | undefined =>
  typing && !typing.isUnread && (typing.stands ?? 0) === (value ?? 0) ? typing.text : undefined;
