/** The versions a caller has seen (`If-Match`). `*` asks only that the resource exist, which every operation checks anyway. */
export function parseIfMatch(header: string | undefined): string | undefined {
  const said = header?.trim();
  return said === '*' ? undefined : said;
}
