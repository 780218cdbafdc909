/** The client's trace context (W3C Trace Context). */
export type TraceParent = { readonly traceId: string; readonly parentId: string };

/**
 * Parses `traceparent` (W3C Trace Context, 3.2). A later version is read as far as version 00 goes.
 * An invalid header is ignored, as the standard requires.
 */
export function parseTraceParent(header: string | readonly string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > CHARACTERS_MAX) return undefined;
  const [, version, traceId, parentId, more] = FORM.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== '')) return undefined;
  if (!traceId || !parentId || NOTHING.test(traceId) || NOTHING.test(parentId)) return undefined;
  return { traceId, parentId };
}

/** Version 00 has 55 characters; later ones may be longer, but must not flood the log. */
const CHARACTERS_MAX = 256;
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(|-.*)$/;
const NOTHING = /^0+$/;
