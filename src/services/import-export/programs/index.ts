import { dolibarrFiles } from './dolibarr.ts';
import { DOLIBARR_MODULE, DOLIBARR_MODULE_PATH } from './dolibarr-module.ts';
import { odooFiles } from './odoo.ts';
import type { AnyProgramFile, Program } from './program-file.ts';
import { readmes } from './readme.ts';

/** The files of each program, in the order of import. */
export const filesOf: Readonly<Record<Program, readonly AnyProgramFile[]>> = {
  dolibarr: dolibarrFiles,
  odoo: odooFiles,
};

/** The texts that come with the files. */
export const textsOf: Readonly<Record<Program, readonly { readonly name: string; readonly text: string }[]>> = {
  dolibarr: [
    { name: 'LISEZMOI.txt', text: readmes.dolibarr },
    { name: DOLIBARR_MODULE_PATH, text: DOLIBARR_MODULE },
  ],
  odoo: [{ name: 'LISEZMOI.txt', text: readmes.odoo }],
};
