import { codification } from './codification.ts'

/** Where the structures are, what they are, and who runs them. */
export const CODIFICATIONS_STRUCTURE = [
  codification('REGION', 'Régions', [
    ['R01', 'Littoral'],
    ['R02', 'Plateaux'],
    ['R03', 'Centre'],
    ['R04', 'Fleuve'],
    ['R05', 'Savanes'],
    ['R06', 'Sahel'],
  ]),
  codification('TYPE_STRUCTURE', 'Types de structure', [
    ['DR', 'Direction régionale'],
    ['CSOC', 'Centre social'],
    ['CAU', 'Centre d’accueil d’urgence'],
    ['CAH', 'Centre d’accueil et d’hébergement'],
    ['POUP', 'Pouponnière'],
    ['ORPH', 'Orphelinat'],
    ['CSE', 'Complexe socio-éducatif'],
    ['CPOLY', 'Centre polyvalent'],
    ['CSAUV', 'Centre de sauvegarde'],
    ['CADS', 'Centre d’adaptation sociale'],
    ['AEMO', 'Service d’action éducative en milieu ouvert'],
    ['CFP', 'Centre de formation professionnelle'],
    ['MAC', 'Maison d’arrêt et de correction'],
    ['MA', 'Maison d’arrêt'],
    ['CPEN', 'Camp pénal'],
    ['CRSM', 'Centre de réinsertion sociale pour mineurs'],
  ]),
  codification('STATUT_STRUCTURE', 'Statuts de structure', [
    ['PUBLIC', 'Public'],
    ['PRIVE', 'Privé'],
    ['CONF', 'Confessionnel'],
    ['ONG', 'ONG/association'],
    ['COMM', 'Communautaire'],
  ]),
  codification('ETAT_STRUCTURE', 'États d’une structure', [
    ['INVITEE', 'Invitée'],
    ['ACTIVE', 'Active'],
    ['SUSPENDUE', 'Suspendue'],
    ['FERMEE', 'Fermée'],
  ]),
]
