import type { Command } from 'commander';
import { language } from './output.ts';

/** Commander's error messages and their French translation. */
const wrong: readonly (readonly [RegExp, string])[] = [
  [/^error: missing required argument '(.+)'/m, 'il manque « $1 »'],
  [/^error: option '(.+)' argument missing/m, 'il manque une valeur à l’option $1'],
  [/^error: required option '(.+)' not specified/m, 'il manque l’option $1'],
  [/^error: unknown option '(.+)'/m, 'option inconnue : $1'],
  [/^error: unknown command '(.+)'/m, 'commande inconnue : $1'],
  [/^error: option '(.+)' cannot be used with option '(.+)'/m, 'les options $1 et $2 s’excluent'],
  [/^error: option '(.+)' argument '(.*)' is invalid\./m, 'l’option $1 n’admet pas « $2 ».'],
  [/^error: command-argument value '(.*)' is invalid for argument '(.+)'\./m, '« $1 » n’est pas admis pour $2.'],
  [/^error: too many arguments/m, 'trop d’arguments'],
  [/Expected (\d+) arguments? but got (\d+)/, 'Attendus : $1 ; reçus : $2'],
  [/Allowed choices are (.+)\.$/m, 'Sont admis : $1.'],
  [/\(Did you mean one of (.+)\?\)/, '(Peut-être l’un de ceux-ci : $1 ?)'],
  [/\(Did you mean (.+)\?\)/, '(Peut-être $1 ?)'],
];

/** Gives a command and its later subcommands help and errors in French and English. */
export const withBilingualHelp = (command: Command): Command =>
  command
    .helpOption('-h, --help', 'montre cette aide · shows this help')
    .helpCommand('help [command]', 'montre l’aide d’une commande · shows the help of a command')
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
    .configureOutput({ outputError: (text, write) => write(language() === 'fr' ? inFrench(text) : text) });

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Emploi · Usage:',
  'Commands:': 'Commandes · Commands:',
};

/** The French version of an error; unknown errors stay as they are. */
export const inFrench = (text: string): string =>
  wrong.reduce((said, [english, french]) => said.replace(english, french), text);
