import { FIRST_START_MIB, RUNNING_MIB } from './failure-messages.mjs';

/** Disk of the first start in MiB: packages (870), npm's copies (355), a database (70). */
export const FIRST_START_DISK_MIB = 1400;

/** Said before anything is downloaded: what the first start does, and what it takes. */
export const firstStartPlan = () =>
  `Premier démarrage : Facturier télécharge ses paquets (Node et PostgreSQL compris), construit ses pages, puis crée la base de données, vos clés et un certificat. Il faut ${gigabytes(FIRST_START_DISK_MIB).replace('.', ',')} Go de disque et ${FIRST_START_MIB / 1024} Go de mémoire (${RUNNING_MIB} Mo ensuite), et quelques minutes.\n` +
  `First start: Facturier downloads its packages (with Node and PostgreSQL), builds its pages, then creates the database, your keys and a certificate. It takes ${gigabytes(FIRST_START_DISK_MIB)} GB of disk, ${FIRST_START_MIB / 1024} GB of memory (${RUNNING_MIB} MB afterwards) and a few minutes.`;

/** Why the disk is too small for the first start; undefined if it is not. `free` is in bytes. */
export function diskShortage(free, folder) {
  const freeMib = Math.floor(free / 1024 ** 2);
  if (freeMib >= FIRST_START_DISK_MIB) return undefined;
  return (
    `Le disque de ${folder} n'a que ${freeMib} Mo libres : le premier démarrage en demande ${FIRST_START_DISK_MIB}. Libérez de la place ou placez Facturier sur un autre disque, puis recommencez. Rien n'a été téléchargé.\n` +
    `The disk of ${folder} has only ${freeMib} MB free: the first start needs ${FIRST_START_DISK_MIB}. Free some space or move Facturier to another disk, then try again. Nothing was downloaded.`
  );
}

const gigabytes = (mib) => (mib / 1000).toFixed(1);
