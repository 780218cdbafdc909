/** The result of one check. */
export type StatusCheck = { readonly name: string; readonly well: boolean; readonly said: string };
