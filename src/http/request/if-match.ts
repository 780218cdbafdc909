/**
 * The versions in `If-Match`. `*` only requires that the resource exists, which every operation
 * checks anyway.
 */
export function parseIfMatch(header: string | undefined): string | undefined {
  const said = header?.trim();
  return said === '*' ? undefined : said;
}
