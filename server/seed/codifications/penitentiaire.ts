import { codification } from './codification.ts'

/** Lists of the monthly report of the prisons (SMP). */
export const CODIFICATIONS_PENITENTIAIRE = [
  codification('CATEGORIE_PENALE', 'Catégories pénales', [
    ['INC', 'Inculpés (mis en examen)'],
    ['PREV', 'Prévenus'],
    ['ACC', 'Accusés'],
    ['COND', 'Condamnés'],
    ['CPC', 'Contrainte par corps'],
  ]),
  codification('MOTIF_ENTREE_DET', 'Motifs d’entrée en détention', [
    ['MD', 'Mandat de dépôt'],
    ['CONDL', 'Condamné libre incarcéré'],
    ['TRF_E', 'Transfèrement reçu'],
    ['REINT', 'Réintégration'],
  ]),
  codification('MOTIF_SORTIE_DET', 'Motifs de sortie de détention', [
    ['FINP', 'Fin de peine'],
    ['LP', 'Liberté provisoire'],
    ['LC', 'Libération conditionnelle'],
    ['GRACE', 'Grâce/remise'],
    ['RELAX', 'Relaxe, acquittement, non-lieu'],
    ['TRF_S', 'Transfèrement'],
    ['EVAS', 'Évasion'],
    ['DEC', 'Décès'],
    ['EXTR', 'Extradition'],
  ]),
  codification('DUREE_DETENTION', 'Anciennetés de détention', [
    ['M00_05', 'Moins de 6 mois'],
    ['M06_11', '6–11 mois'],
    ['M12_23', '12–23 mois'],
    ['M24P', '24 mois et plus'],
  ]),
  codification('NATIONALITE', 'Nationalités', [
    ['NAT', 'Nationaux'],
    ['ZONE', 'Pays de la zone'],
    ['AFR', 'Autres pays d’Afrique'],
    ['AUT', 'Autres'],
    ['INC', 'Inconnue'],
  ]),
  codification('INFRACTION', 'Infractions principales', [
    ['VOL', 'Vol, recel'],
    ['STUP', 'Stupéfiants'],
    ['CBV', 'Coups et blessures'],
    ['ESC', 'Escroquerie, abus de confiance'],
    ['MOEURS', 'Mœurs'],
    ['HOM', 'Homicide'],
    ['AUT', 'Autres'],
  ]),
  codification('TYPE_INCIDENT_DET', 'Santé et incidents en détention', [
    ['CONSULT', 'Consultations'],
    ['HOSPIT', 'Hospitalisations'],
    ['DECES_NAT', 'Décès naturel'],
    ['DECES_VIOL', 'Décès violent'],
    ['EVASION', 'Évasion'],
    ['TENT_EVASION', 'Tentative d’évasion'],
    ['VIOLENCE', 'Violence'],
    ['GREVE_FAIM', 'Grève de la faim'],
    ['MUTINERIE', 'Mutinerie'],
  ]),
  codification('ACTIVITE_REINSERTION', 'Activités de réinsertion', [
    ['ALPHA', 'Alphabétisation'],
    ['FORM_PRO', 'Formation professionnelle'],
    ['TRAVAIL', 'Travail'],
    ['SPORT', 'Sport'],
  ]),
]
