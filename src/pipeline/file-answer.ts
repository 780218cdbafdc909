import * as z from 'zod';

/** A file answer: over HTTP its bytes unchanged, with its own type and name. */
export const FileAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.instanceof(Buffer),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
