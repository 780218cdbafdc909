import * as z from 'zod';

/** A file as an operation answers it: over HTTP its bytes, as they are, under their own type and name. */
export const FileAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.instanceof(Buffer),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
