/** How a check of our own names itself and says what is wrong, in both languages (`src/schemas/validation/faults.ts` picks one). */
export type OwnFault = { code: string; fr: string; en: string };

/** What zod takes beside a check of our own: `z.string().refine(isSiret, customFault({ code, fr, en }))`. */
export const customFault = (fault: OwnFault): { params: OwnFault } => ({ params: fault });
