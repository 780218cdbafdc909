import { readFileSync } from 'node:fs';

/** The unit that `deploy/systemd/facturier.service` describes, installed in this folder. */
const TEMPLATE = new URL('../../../deploy/systemd/facturier.service', import.meta.url);
const FOLDER_OF_TEMPLATE = '/opt/facturier';
const NODE_OF_TEMPLATE = '/usr/bin/node';

/** Where the program is, and the Node that starts it. */
export type Installation = { readonly folder: string; readonly node: string };

/** The systemd unit of an installation (systemd.service(5), systemd.exec(5)). */
export const systemdUnit = ({ folder, node }: Installation): string =>
  readFileSync(TEMPLATE, 'utf8')
    .replace(`WorkingDirectory=${FOLDER_OF_TEMPLATE}`, () => `WorkingDirectory=${escaped(folder)}`)
    .replace(`ExecStart=${NODE_OF_TEMPLATE} `, () => `ExecStart="${escaped(node).replaceAll('"', '\\"')}" `);

/** `%` begins a specifier in units (systemd.unit(5)). */
const escaped = (path: string): string => path.replaceAll('%', '%%');
