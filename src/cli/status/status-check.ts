/** One thing that was looked at. */
export type StatusCheck = { readonly name: string; readonly well: boolean; readonly said: string };
