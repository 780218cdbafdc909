import type { ServerCertificate } from '../../runtime/certificates/server-certificate.ts';
import { printFully } from '../terminal/output.ts';
import type { FirstKeys } from './first-account.ts';

/**
 * Prints that the service is ready: the first time with its keys and a command to try, later only
 * its address. Returns whether everything was written.
 */
export function welcome(
  options: { json?: boolean },
  ready:
    | {
        publicUrl: string;
        certificate: ServerCertificate;
        keys: FirstKeys | undefined;
        /** File that contains the keys, if they were not shown. */
        keysFile: string | undefined;
        /** Link for the first owner; absent once there is one. */
        link: string | undefined;
        /** Only this machine can reach the service. */
        isOnlyHere: boolean;
        /** Path of the database, if outside the data folder. */
        databaseFolder: string | undefined;
      }
    | undefined,
): Promise<boolean> {
  if (!ready)
    return printFully(options, { ready: true }, 'Le traitement des tâches est démarré. · The worker is running.');
  const { publicUrl, keys, keysFile, link, certificate, databaseFolder, isOnlyHere } = ready;
  const { authorityFile } = certificate;
  const json = {
    address: publicUrl,
    ...(authorityFile && { authorityFile }),
    ...(databaseFolder && { databaseFolder }),
    // As in the text output: without a terminal the live key is only in the file.
    ...(keys && (keysFile ? { keys: { test: keys.test }, keysFile } : { keys })),
    ...(link && { link }),
  };
  const first = link
    ? [
        'Ouvrez ce lien pour commencer (il ne sert qu’une fois) : · Open this link to start (it works once):',
        `  ${link}`,
      ]
    : [];
  if (!keys) {
    return printFully(options, json, [`Facturier est prêt · Facturier is ready: ${publicUrl}`, ...first].join('\n'));
  }
  const lines = [
    ['Adresse · Address', publicUrl],
    ['Clé réelle · Live key', keysFile ? `→ ${keysFile}` : keys.live],
    ['Clé de test · Test key', keys.test],
    ...(authorityFile ? [['Autorité · CA file', authorityFile]] : []),
    // Outside the data folder: a copy of that folder would not contain it.
    ...(databaseFolder ? [['Base · Database', databaseFolder]] : []),
  ] as [string, string][];
  const words = [
    '',
    'Facturier est prêt. · Facturier is ready.',
    '',
    ...first.flatMap((line) => [line, '']),
    ...lines.map(([label, value]) => `  ${label.padEnd(24)}${value}`),
    '',
    keysFile
      ? `Les clés sont dans ${keysFile}, que vous seul pouvez lire : conservez-les ailleurs, puis supprimez ce fichier.\nThe keys are in ${keysFile}, which only you can read: store them elsewhere, then delete that file.`
      : 'Les clés ne seront plus affichées : conservez-les. · The keys will not be shown again: save them now.',
    'Pour essayer, avec la clé de test : · To try it, with the test key:',
    '',
    curlCommand({ key: keys.test, authorityFile }, [
      ...['-H', 'Content-Type: application/json', '-d', '{"firstname":"Ada","lastname":"Lovelace"}'],
      `${publicUrl}/contact`,
    ]),
    ...(authorityFile && isOnlyHere ? ['', ...TRUST] : []),
    '',
  ];
  return printFully(options, json, words.join('\n'));
}

/** A command for the end of the first start. Elsewhere it would change another machine. */
const TRUST = [
  'Pour que vos navigateurs reconnaissent le certificat : · So that your browsers trust the certificate:',
  '',
  'npx facturier trust',
];

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
