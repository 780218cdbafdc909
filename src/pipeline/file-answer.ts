import * as z from 'zod';

/** A file answer: over HTTP its bytes unchanged, with its own type and name. */
export const FileAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.instanceof(Buffer),
  /**
   * `bytes` is a part of the file: the operation answers the next for the parameter `after`.
   */
  next: z.string().optional(),
  /** The bytes of the whole file, if it is sent in parts. */
  size: z.int().optional(),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
