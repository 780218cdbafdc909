/**
 * One curl line that works when pasted, whatever the paths: with the key and the certificate
 * authority.
 */
export function curlCommand(
  { authorityFile, key }: { authorityFile: string | undefined; key: string },
  asked: readonly string[],
): string {
  return [
    'curl',
    ...(authorityFile ? ['--cacert', quoted(authorityFile)] : []),
    ...['-H', quoted(`Authorization: Bearer ${key}`)],
    ...asked.map((word) => (PLAIN.test(word) ? word : quoted(word))),
  ].join(' ');
}

/** Words a shell reads unquoted. */
const PLAIN = /^[\w./:=-]+$/;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
