import * as z from 'zod';
import type { KeyRequest } from '../../domain/account/key-request.ts';

/** One request of a key and its result. */
export const KeyRequestJson = z
  .object({
    id: z.string(),
    at: z.number().meta({ description: 'When it was answered, in Unix seconds.' }),
    operation: z
      .string()
      .meta({ description: 'The `operationId`, or the name of the tool; `mcp` for other MCP messages.' }),
    status: z.number().meta({ description: 'The HTTP status; a tool refuses an assistant with 200 and a `code`.' }),
    durationMs: z.number().meta({ description: 'Milliseconds until it was answered.' }),
    code: z.string().nullable().meta({ description: 'The code of the problem, or null.' }),
  })
  .meta({ id: 'KeyRequest' });

export const keyRequestToJson = ({ keyId: _, code, ...request }: KeyRequest): z.infer<typeof KeyRequestJson> => ({
  ...request,
  code: code ?? null,
});
