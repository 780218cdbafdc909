/** Whether `If-None-Match` contains this version; weak comparison (RFC 9110 section 13.1.2). */
export function matchesIfNoneMatch(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  if (header.trim() === '*') return true;
  const said = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return said.some((each) => opaque(each) === opaque(etag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');
