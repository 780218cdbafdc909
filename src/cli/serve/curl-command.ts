/** One line that works when pasted, whatever the paths: curl with the key, and the certificate authority to trust. */
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

/** What a shell reads as it is written. */
const PLAIN = /^[\w./:=-]+$/;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
