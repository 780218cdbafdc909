/** One thing that was looked at. */
export type StatusLook = { readonly name: string; readonly well: boolean; readonly said: string };
