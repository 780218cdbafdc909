import type { PersonalServiceActivity } from '../../domain/billing/document/lines/line.ts';

/**
 * The activities of personal services, in the words of French law (C. trav. art. D7231-1) whatever
 * the document’s language.
 */
export const personalServiceNames: Record<PersonalServiceActivity, string> = {
  GARDE_ENFANT_HANDICAPE: 'Garde d’enfants handicapés',
  ACCOMPAGNEMENT_ENFANT_HANDICAPE: 'Accompagnement d’enfants handicapés',
  AIDE_HUMAINE: 'Assistance aux personnes âgées, handicapées ou malades',
  CONDUITE_VEHICULE_PERSONNEL: 'Conduite du véhicule personnel',
  AIDE_AU_DEPLACEMENT: 'Aide à la mobilité et au transport',
  ENTRETIEN_DE_LA_MAISON: 'Entretien de la maison et travaux ménagers',
  JARDINAGE: 'Petits travaux de jardinage',
  BRICOLAGE: 'Travaux de petit bricolage',
  GARDE_ENFANT_PLUS_DE_6_ANS: 'Garde d’enfants à domicile',
  SOUTIEN_SCOLAIRE_COURS_A_DOMICILE: 'Soutien scolaire ou cours à domicile',
  SOIN_ESTHETIQUE_A_DOMICILE: 'Soins d’esthétique à domicile pour personnes dépendantes',
  PREPARATION_REPAS_A_DOMICILE: 'Préparation de repas à domicile',
  LIVRAISON_REPAS_A_DOMICILE: 'Livraison de repas à domicile',
  COLLECTE_ET_LIVRAISON_DE_LINGE_REPASSE: 'Collecte et livraison à domicile de linge repassé',
  LIVRAISON_COURSES_A_DOMICILE: 'Livraison de courses à domicile',
  ASSISTANCE_INFORMATIQUE: 'Assistance informatique à domicile',
  SOINS_ET_PROMENADES_ANIMAUX_DE_COMPAGNIE_POUR_PERSONNES_DEPENDANTES:
    'Soins et promenades d’animaux de compagnie pour personnes dépendantes',
  MAINTENANCE_ENTRETIEN_ET_VIGILANCE_DE_LA_RESIDENCE_PRINCIPALE:
    'Maintenance, entretien et vigilance temporaires de la résidence',
  ASSISTANCE_ADMINISTRATIVE: 'Assistance administrative à domicile',
  ACCOMPAGNEMENT_ENFANT_PLUS_DE_6_ANS: 'Accompagnement d’enfants dans leurs déplacements',
  TELEASSISTANCE: 'Téléassistance et visioassistance',
  INTERPRETE_LANGUE_DES_SIGNES: 'Interprète en langue des signes',
  CONDUITE_VEHICULE_PERSONNEL_EN_CAS_INVALIDITE_TEMPORAIRE:
    'Conduite du véhicule personnel en cas d’invalidité temporaire',
  ACCOMPAGNEMENT_DEPLACEMENTS_EN_DEHORS_DU_DOMICILE: 'Accompagnement hors du domicile',
  ASSISTANCE_PERSONNES_TEMPORAIREMENT_DEPENDANTES_A_DOMICILE:
    'Assistance à domicile aux personnes temporairement dépendantes',
  COORDINATION_ET_GESTION: 'Coordination et délivrance des services à la personne',
  DIVERS_NON_ELIGIBLE: 'Autre prestation',
};
