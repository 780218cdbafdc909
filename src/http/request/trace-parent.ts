/** Where a request stands in a trace that its caller keeps (W3C Trace Context). */
export type TraceParent = { readonly traceId: string; readonly parentId: string };

/**
 * Reads the header `traceparent` (W3C Trace Context, 3.2). A later version is read as far as the first knows it; what is no
 * such header is ignored, as the standard says: it is never a reason to refuse a request.
 */
export function parseTraceParent(header: string | readonly string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > CHARACTERS_MAX) return undefined;
  const [, version, traceId, parentId, more] = FORM.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== '')) return undefined;
  if (!traceId || !parentId || NOTHING.test(traceId) || NOTHING.test(parentId)) return undefined;
  return { traceId, parentId };
}

/** The first version has 55; a later one may have more, but nobody's log is to be filled with it. */
const CHARACTERS_MAX = 256;
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(|-.*)$/;
const NOTHING = /^0+$/;
