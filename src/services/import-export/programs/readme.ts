import { withNoBreakSpacesIn } from '../../../domain/text/typography.ts';
import { DOLIBARR_MODULE_PATH } from './dolibarr-module.ts';
import type { Program } from './program-file.ts';

const dolibarr = `Facturier vers Dolibarr

Ces fichiers contiennent les clients, le catalogue, et les factures, acomptes et avoirs finalisés avec leurs paiements.
Ils suivent les profils d’import de Dolibarr 22 : séparateur virgule, UTF-8, première ligne de titres, colonnes dans l’ordre du profil.

1. Faites une sauvegarde de Dolibarr, ou essayez d’abord sur une copie.
2. Activez les modules Tiers, Produits, Services, Factures et Import.
3. Copiez ${DOLIBARR_MODULE_PATH} à sa place, puis activez le module Facturier : il ajoute les profils d’import des fichiers 6 à 8.
4. Importez les fichiers dans l’ordre (Outils, Nouvel import) :
   1-tiers.csv : Tiers et propriétés
   2-contacts.csv : Contacts et propriétés
   3-produits.csv : Produits, ou Services
   4-factures.csv : Factures
   5-lignes.csv : Lignes de factures
   6-paiements.csv, 7-reglements.csv, 8-avoirs-et-acomptes.csv : profils du module Facturier
   Ne changez pas la correspondance des colonnes : elle est faite par position.
5. Comparez quelques totaux et le reste à payer, puis désactivez le module Facturier.

Les avoirs sont négatifs. Un acompte déduit et un avoir règlent leur facture comme une remise de Dolibarr.
Les montants sont dans la devise du document. Les devis, les brouillons et les textes des mentions ne sont pas repris.
`;

const odoo = `Facturier vers Odoo

Ces fichiers contiennent les clients, le catalogue, et les factures, acomptes et avoirs finalisés avec leurs paiements.
Les colonnes portent le nom des champs d’Odoo 17 et suivants : séparateur virgule, UTF-8, point décimal.

1. Faites une sauvegarde d’Odoo, ou essayez d’abord sur une copie.
2. Installez la comptabilité française (l10n_fr) et choisissez l’arrondi global de la TVA.
3. Importez dans l’ordre (Favoris, Importer des enregistrements) :
   1-res.partner.csv : Contacts
   2-product.template.csv : Produits
   3-account.move.csv : Factures clients
   4-account.payment.csv : Paiements clients
4. Comptabilisez les factures puis les paiements, et lettrez chaque paiement avec la facture que porte son mémo.

Un avoir est une pièce de type out_refund, en positif. Un acompte déduit est une ligne négative de la facture finale.
Si votre société n’est pas la première d’Odoo, remplacez account.1_ par account.N_ dans les taxes.
Les devis, les brouillons et les textes des mentions ne sont pas repris.
`;

/** How to import the files of a program, in French. */
export const readmes: Readonly<Record<Program, string>> = withNoBreakSpacesIn({ dolibarr, odoo });
