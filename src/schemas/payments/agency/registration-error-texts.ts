import type { RegistrationError } from '../../../domain/payments/agency/request-status.ts';
import type { AgencyText } from './status-text.ts';

const AGAIN = { fr: 'puis recommencez l’inscription.', en: 'then register the customer again.' };
const correct = (what: { fr: string; en: string }) => ({
  fr: `Corrigez ${what.fr}, ${AGAIN.fr}`,
  en: `Correct ${what.en}, ${AGAIN.en}`,
});

/** Why the Urssaf refuses to register a customer, worded for the sender of the invoice. */
export const registrationErrorTexts: Readonly<Record<RegistrationError, AgencyText>> = {
  ERR_DGFIP_R2P_INCONNU: {
    name: { fr: 'Inconnu des impôts', en: 'Unknown to the tax office' },
    means: {
      fr: 'Les impôts ne trouvent personne de ce nom, né ce jour-là à cet endroit.',
      en: 'The tax office finds nobody of this name, born on that day at that place.',
    },
    remedy: {
      fr: `Comparez l’état civil avec un avis d’impôt du client (nom de naissance, prénoms, lieu), ${AGAIN.fr}`,
      en: `Compare name at birth, first names and place of birth with a tax notice of the customer, ${AGAIN.en}`,
    },
  },
  ERR_DATE_NAISSANCE_FUTUR: {
    name: { fr: 'Date de naissance dans le futur', en: 'Date of birth in the future' },
    means: { fr: 'Le client serait né dans l’avenir.', en: 'The customer would be born in days to come.' },
    remedy: correct({ fr: 'sa date de naissance', en: 'the date of birth' }),
  },
  ERR_LIEU_NAISSANCE_DEPT: {
    name: { fr: 'Département de naissance refusé', en: 'Department of birth refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce département de naissance.',
      en: 'The Urssaf does not know this department of birth.',
    },
    remedy: correct({
      fr: 'le code INSEE de la commune de naissance, tel qu’il était ce jour-là',
      en: 'the INSEE code of the town of birth, as it was that day',
    }),
  },
  ERR_LIEU_NAISSANCE_COMN: {
    name: { fr: 'Commune de naissance refusée', en: 'Town of birth refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas cette commune de naissance.',
      en: 'The Urssaf does not know this town of birth.',
    },
    remedy: correct({
      fr: 'le code INSEE de la commune de naissance (ce n’est pas le code postal)',
      en: 'the INSEE code of the town of birth (it is not the postcode)',
    }),
  },
  ERR_LIEU_NAISSANCE_PAYS: {
    name: { fr: 'Pays de naissance refusé', en: 'Country of birth refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce pays de naissance.',
      en: 'The Urssaf does not know this country of birth.',
    },
    remedy: correct({
      fr: 'le code INSEE du pays de naissance (99100 pour la France)',
      en: 'the INSEE code of the country of birth (99100 for France)',
    }),
  },
  ERR_DGFIP_IMPOTPART_INCONNU: {
    name: { fr: 'Pas de foyer fiscal trouvé', en: 'No tax household found' },
    means: {
      fr: 'Les impôts connaissent cette personne, mais aucune déclaration de revenus à son nom.',
      en: 'The tax office knows this person, but no income declaration in that name.',
    },
    remedy: {
      fr: 'Le client doit avoir déclaré ses revenus en France. Sinon, il paie directement et déclare la dépense.',
      en: 'The customer must have declared income in France. Else the customer pays directly and declares the expense.',
    },
  },
  ERR_CONTACT: {
    name: { fr: 'Coordonnées refusées', en: 'Contact details refused' },
    means: {
      fr: 'L’Urssaf refuse l’adresse e-mail, le téléphone ou l’adresse postale.',
      en: 'The Urssaf refuses the email address, the telephone or the postal address.',
    },
    remedy: correct({ fr: 'ces coordonnées', en: 'these details' }),
  },
  ERR_CONTACT_ADRESSE_TYPE_VOIE: {
    name: { fr: 'Type de voie refusé', en: 'Type of street refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce type de voie.',
      en: 'The Urssaf does not know this type of street.',
    },
    remedy: correct({
      fr: 'le type de voie (R pour rue, AV pour avenue, BD pour boulevard)',
      en: 'the type of street (R for rue, AV for avenue, BD for boulevard)',
    }),
  },
  ERR_CONTACT_ADRESSE_LETTRE_VOIE: {
    name: { fr: 'Bis ou ter refusé', en: 'Bis or ter refused' },
    means: {
      fr: 'L’Urssaf ne connaît que bis, ter, quater et quinquies.',
      en: 'The Urssaf knows bis, ter, quater and quinquies only.',
    },
    remedy: correct({ fr: 'ce qui suit le numéro de la voie', en: 'what follows the number in the street' }),
  },
  ERR_CONTACT_ADRESSE_TYPEVOIE: {
    name: { fr: 'Type de voie mal écrit', en: 'Type of street badly written' },
    means: {
      fr: 'Le type de voie a quatre lettres ou chiffres au plus.',
      en: 'The type of street has four letters or digits at most.',
    },
    remedy: correct({ fr: 'le type de voie', en: 'the type of street' }),
  },
  ERR_CONTACT_ADRESSE_LIBELLEVOIE: {
    name: { fr: 'Nom de voie refusé', en: 'Name of street refused' },
    means: {
      fr: 'Le nom de la voie manque, ou dépasse 28 caractères.',
      en: 'The name of the street is missing, or has more than 28 characters.',
    },
    remedy: correct({ fr: 'le nom de la voie, en l’abrégeant', en: 'the name of the street, shortened' }),
  },
  ERR_CONTACT_ADRESSE_INFORMATION_SUPPLEMENTAIRE: {
    name: { fr: 'Adresse incomplète', en: 'Address incomplete' },
    means: {
      fr: 'Il faut au moins le nom de la voie, un complément ou un lieu-dit.',
      en: 'The name of the street, a complement or a locality is needed at least.',
    },
    remedy: correct({ fr: 'l’adresse en ajoutant l’un des trois', en: 'the address by adding one of the three' }),
  },
  ERR_CONTACT_ADRESSE_COMMUNE: {
    name: { fr: 'Commune refusée', en: 'Town refused' },
    means: {
      fr: 'L’Urssaf refuse la commune, son code INSEE ou son code postal.',
      en: 'The Urssaf refuses the town, its INSEE code or its postcode.',
    },
    remedy: correct({ fr: 'la commune et ses deux codes', en: 'the town and both of its codes' }),
  },
  ERR_COORDONNEES_BANCAIRES: {
    name: { fr: 'Coordonnées bancaires refusées', en: 'Bank details refused' },
    means: {
      fr: 'L’Urssaf refuse l’IBAN, le BIC ou le titulaire.',
      en: 'The Urssaf refuses the IBAN, the BIC or the holder.',
    },
    remedy: correct({ fr: 'le compte bancaire du client', en: 'the bank account of the customer' }),
  },
  ERR_ECV_PARTICULIERS_EXISTENT: {
    name: { fr: 'Plusieurs personnes possibles', en: 'Several persons fit' },
    means: {
      fr: 'Plusieurs personnes ont cet état civil à l’Urssaf.',
      en: 'Several persons of the Urssaf have this civil status.',
    },
    remedy: {
      fr: `Complétez les prénoms et le nom d’usage du client, ${AGAIN.fr} S’il le faut, il écrit à l’Urssaf.`,
      en: `Complete the first names and the name in use, ${AGAIN.en} If that does not help, the customer writes to the Urssaf.`,
    },
  },
  ERREUR_REFERENCE_PARTICULIER_EXISTANTE_TYPE: {
    name: { fr: 'E-mail ou téléphone déjà pris', en: 'Email or telephone taken' },
    means: {
      fr: 'Un autre particulier est inscrit avec cette adresse e-mail ou ce téléphone.',
      en: 'Another person is registered with this email address or telephone.',
    },
    remedy: {
      fr: `Donnez une adresse et un téléphone que le client ne partage avec personne, ${AGAIN.fr}`,
      en: `Give an address and a telephone the customer shares with nobody, ${AGAIN.en}`,
    },
  },
  ERR_LIEU_NAISSANCE_OBLIGATOIRE: {
    name: { fr: 'Lieu de naissance manquant', en: 'Place of birth missing' },
    means: {
      fr: 'Pour une naissance en France, il faut le département et la commune.',
      en: 'For a birth in France, department and town are needed.',
    },
    remedy: correct({ fr: 'le lieu de naissance', en: 'the place of birth' }),
  },
  ERREUR_LIEU_NAISSANCE_INVALIDE: {
    name: { fr: 'Lieu de naissance refusé', en: 'Place of birth refused' },
    means: {
      fr: 'Pays, département et commune de naissance ne vont pas ensemble.',
      en: 'Country, department and town of birth do not go together.',
    },
    remedy: correct({ fr: 'le lieu de naissance', en: 'the place of birth' }),
  },
  ERR_RECHERCHE_PARTICULIER: {
    name: { fr: 'Recherche du client impossible', en: 'Customer could not be looked up' },
    means: {
      fr: 'L’Urssaf n’a pas pu chercher ce client.',
      en: 'The Urssaf could not look this customer up.',
    },
    remedy: { fr: 'Recommencez plus tard.', en: 'Try again later.' },
  },
};
