import * as z from 'zod';

/** A file as an operation answers it: over HTTP the bytes themselves, under their own type and name. */
export const FileAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  content: z.string().meta({ description: 'The bytes in base64.' }),
});
