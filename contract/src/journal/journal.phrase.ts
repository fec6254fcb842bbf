import type { DetailJournal } from './journal.schema.ts'

/** What the keys of a line's detail are called; any other is shown as it is written. */
const LIBELLES: Record<string, string> = {
  accessibiliteAudit: 'Audit d’accessibilité',
  accessibiliteRecours: 'Voie de recours',
  adresse: 'Adresse réseau',
  adressePostale: 'Adresse',
  appareil: 'Appareil',
  au: 'Au',
  auNomDe: 'Au nom de',
  autoriteAdresse: 'Adresse de l’autorité de protection des données',
  autoriteNom: 'Autorité de protection des données',
  autoriteSite: 'Site de l’autorité de protection des données',
  autreStructure: 'Autres structures',
  capacite: 'Capacité',
  capaciteTheorique: 'Capacité théorique',
  comptes: 'Comptes',
  conservationJournalMois: 'Conservation du journal (mois)',
  courriel: 'Courriel',
  creees: 'Créées',
  crees: 'Créés',
  dateFermeture: 'Date de fermeture',
  dateOuverture: 'Date d’ouverture',
  de: 'De',
  destinataire: 'Destinataire',
  directeurPublication: 'Directeur de la publication',
  du: 'Du',
  editeurAdresse: 'Adresse de l’éditeur',
  editeurNom: 'Éditeur',
  editeurTelephone: 'Téléphone de l’éditeur',
  effectifsOuverture: 'Effectifs à l’ouverture',
  email: 'Adresse électronique',
  etat: 'État',
  fonction: 'Fonction',
  format: 'Format',
  hebergeurAdresse: 'Adresse de l’hébergeur',
  hebergeurNom: 'Hébergeur',
  hebergeurTelephone: 'Téléphone de l’hébergeur',
  identifiant: 'Identifiant',
  latitude: 'Latitude',
  libelle: 'Libellé',
  lignes: 'Lignes',
  longitude: 'Longitude',
  modeles: 'Modèles',
  modifiees: 'Modifiées',
  modifies: 'Modifiés',
  motif: 'Motif',
  name: 'Fichier',
  nom: 'Nom',
  nombre: 'Nombre',
  nomAffichable: 'Nom affiché',
  operation: 'Action',
  parent: 'Rattachement',
  parent_id: 'Rattachement',
  postesReference: 'Postes de référence',
  prenoms: 'Prénoms',
  protectionEmail: 'Adresse électronique pour la protection des données',
  protectionNom: 'Contact pour la protection des données',
  protectionTelephone: 'Téléphone pour la protection des données',
  provisoire: 'Mot de passe provisoire',
  q: 'Recherche',
  region: 'Région',
  responsable: 'Responsable',
  role: 'Rôle',
  roles: 'Rôles',
  secondFacteur: 'Second facteur',
  secondFacteurCentral: 'Second facteur exigé des comptes centraux',
  session: 'Session',
  sessionDureeHeures: 'Durée d’une session (heures)',
  sessionInactiviteMinutes: 'Inactivité d’une session (minutes)',
  source: 'Depuis',
  statut: 'Statut',
  statutStructure: 'Statut',
  structure: 'Structure',
  telephone: 'Téléphone',
  texte: 'Explication',
  typeStructure: 'Type de structure',
  utilisateur: 'Personne',
  version: 'Version',
  vers: 'Vers',
}

const VALEURS: Record<string, string> = {
  ROLE_DPPS: 'Direction centrale',
  ROLE_ADMIN: 'Administration',
  ROLE_STRUCTURE: 'Structure',
  ACTIF: 'Actif',
  BLOQUE: 'Bloqué',
  INVITE: 'Invité',
  INVITEE: 'Invitée',
  ACTIVE: 'Active',
  SUSPENDUE: 'Suspendue',
  FERMEE: 'Fermée',
  BROUILLON: 'Brouillon',
  SOUMIS: 'Soumis',
  VALIDE: 'Validé',
  APPROUVE: 'Approuvé',
  DIFFUSE: 'Diffusé',
  RENVOYE: 'À corriger',
  ANNULE: 'Annulé',
}

const estObjet = (valeur: unknown): valeur is Record<string, unknown> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

/** A value as a person reads it; null when there is none. */
function dire(valeur: unknown): string | null {
  if (valeur === null || valeur === undefined || valeur === '') return null
  if (typeof valeur === 'boolean') return valeur ? 'oui' : 'non'
  if (typeof valeur === 'number') return String(valeur).replace('.', ',')
  if (typeof valeur === 'string') return VALEURS[valeur] ?? valeur
  if (Array.isArray(valeur)) return valeur.map(dire).filter(Boolean).join(', ') || null
  if (!estObjet(valeur)) return null
  // A reference to a structure, say: its code names it.
  if (typeof valeur['code'] === 'string') return dire(valeur['code'])
  const parties = Object.entries(valeur).map(([cle, v]) => `${cle}\u00A0: ${dire(v) ?? '—'}`)
  return parties.join(', ') || null
}

const libelleDe = (cle: string): string => LIBELLES[cle] ?? cle

function changement(cle: string, avant: unknown, apres: unknown): DetailJournal {
  return { libelle: libelleDe(cle), avant: dire(avant), valeur: dire(apres), change: true }
}

/** `{ champ: { avant, apres } }`, or `[{ champ, avant, apres }]`. */
function changementsDe(valeur: unknown): DetailJournal[] {
  const paires: [string, unknown][] = Array.isArray(valeur)
    ? valeur.filter(estObjet).map((c) => [dire(c['champ'] ?? c['cellule']) ?? '', c])
    : Object.entries(estObjet(valeur) ? valeur : {})
  return paires.flatMap(([cle, c]) =>
    estObjet(c) ? [changement(cle, c['avant'], c['apres'])] : [],
  )
}

/**
 * What a line's detail says, in words. `changements` tells what was and has become, as does any
 * value with `avant` and `apres`; any other key is one thing said.
 */
export function decrireDetail(detail: Readonly<Record<string, unknown>>): DetailJournal[] {
  const { changements, ...reste } = detail
  const dits = Object.entries(reste).flatMap(([cle, valeur]) => {
    if (estObjet(valeur) && ('avant' in valeur || 'apres' in valeur)) {
      return [changement(cle, valeur['avant'], valeur['apres'])]
    }
    const dit = dire(valeur)
    return dit === null
      ? []
      : [{ libelle: libelleDe(cle), avant: null, valeur: dit, change: false }]
  })
  return [...changementsDe(changements), ...dits]
}

/** One detail on one line: « Rôles : Structure → Administration ». */
export function phraseDe({ libelle, avant, valeur, change }: DetailJournal): string {
  const dit = change ? `${avant ?? '—'} → ${valeur ?? '—'}` : valeur
  return `${libelle}\u00A0: ${dit}`
}
