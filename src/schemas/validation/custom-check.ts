/**
 * The code of a custom check and its message in both languages (`src/schemas/validation/faults.ts`
 * picks one).
 */
export type CustomFault = { code: string; fr: string; en: string };

/**
 * The zod options of a custom check: `z.string().refine(isSiret, customFault({ code, fr, en }))`.
 */
export const customFault = (fault: CustomFault): { params: CustomFault } => ({ params: fault });
