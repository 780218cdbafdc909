import type { Command } from 'commander';
import { language } from './output.ts';

/** Commander's error messages and their French translation. */
const wrong: readonly (readonly [RegExp, string])[] = [
  [/^error: missing required argument '(.+)'/m, 'l’argument « $1 » manque'],
  [/^error: option '(.+)' argument missing/m, 'l’option $1 exige une valeur'],
  [/^error: required option '(.+)' not specified/m, 'l’option $1 est requise'],
  [/^error: unknown option '(.+)'/m, 'option inconnue : $1'],
  [/^error: unknown command '(.+)'/m, 'commande inconnue : $1'],
  [/^error: option '(.+)' cannot be used with option '(.+)'/m, 'les options $1 et $2 s’excluent'],
  [/^error: option '(.+)' argument '(.*)' is invalid\./m, 'l’option $1 n’accepte pas « $2 ».'],
  [/^error: command-argument value '(.*)' is invalid for argument '(.+)'\./m, '« $1 » n’est pas accepté pour $2.'],
  [/^error: too many arguments/m, 'trop d’arguments'],
  [/Expected (\d+) arguments? but got (\d+)/, 'Attendus : $1 ; reçus : $2'],
  [/Allowed choices are (.+)\.$/m, 'Valeurs acceptées : $1.'],
  [/\(Did you mean one of (.+)\?\)/, '(Vouliez-vous dire : $1 ?)'],
  [/\(Did you mean (.+)\?\)/, '(Vouliez-vous dire $1 ?)'],
];

/** Gives a command and its later subcommands help and errors in French and English. */
export const withBilingualHelp = (command: Command): Command =>
  command
    .helpOption('-h, --help', 'affiche cette aide · shows this help')
    .helpCommand('help [command]', 'affiche l’aide d’une commande · shows the help of a command')
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
    .configureOutput({ outputError: (text, write) => write(language() === 'fr' ? inFrench(text) : text) });

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Utilisation · Usage:',
  'Commands:': 'Commandes · Commands:',
};

/** The French version of an error; unknown errors stay as they are. */
export const inFrench = (text: string): string =>
  wrong.reduce((said, [english, french]) => said.replace(english, french), text);
