import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import { codification } from './codification.ts'

/** Lists of the collection itself: periods, states, documents, messages, reasons. */
export const CODIFICATIONS_COLLECTE = [
  codification(
    'MOIS',
    'Mois',
    MOIS.map((mois) => [mois, LIBELLES_MOIS[mois]] as const),
  ),
  codification('ETAT_FORMULAIRE', 'États d’un rapport', [
    ['BROUILLON', 'Brouillon'],
    ['SOUMIS', 'Soumis'],
    ['RENVOYE', 'À corriger'],
    ['VALIDE', 'Validé'],
    ['APPROUVE', 'Approuvé'],
    ['DIFFUSE', 'Diffusé'],
    ['ANNULE', 'Annulé'],
  ]),
  codification('ETAT_ANNUAIRE', 'États de l’annuaire', [
    ['PROVISOIRE', 'Provisoire'],
    ['ARRETE', 'Arrêté'],
    ['PUBLIE', 'Publié'],
  ]),
  codification('MOTIF_RENVOI', 'Motifs du renvoi', [
    ['INCOHERENCE', 'Données incohérentes'],
    ['INCOMPLET', 'Données incomplètes'],
    ['PIECE', 'Pièce manquante ou illisible'],
    ['PERIODE', 'Mauvaise période'],
    ['DOUBLON', 'Doublon'],
    ['ERREUR_PUBLIEE', 'Erreur constatée après diffusion'],
    ['AUTRE', 'Autre motif'],
  ]),
  codification('TYPE_DOCUMENT', 'Types de document', [
    ['RAPPORT_SIGNE', 'Rapport signé et cacheté'],
    ['REGISTRE', 'Extrait de registre (anonymisé)'],
    ['PV', 'Procès-verbal'],
    ['JUSTIF', 'Pièce justificative'],
    ['PHOTO', 'Photographie'],
    ['NOTE_TECH', 'Note technique'],
    ['GUIDE', 'Guide de remplissage'],
    ['MODELE', 'Modèle vierge'],
    ['ANNUAIRE', 'Annuaire statistique'],
    ['LOGO', 'Logo'],
    ['AUTRE', 'Autre document'],
  ]),
  codification('TYPE_MESSAGE', 'Types de message', [
    ['INFO', 'Information'],
    ['RELANCE', 'Relance'],
    ['RENVOI', 'Renvoi pour correction'],
    ['QUESTION', 'Question'],
    ['INVITATION', 'Invitation'],
  ]),
]
