import {
  echeanceDe,
  jourLocal,
  joursOuvres,
  jourVerrou,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { clotureDe } from '@releve/contract/calendrier/cloture.rules.ts'
import { etatsForcables } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Action, Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { besoinsContexte } from '@releve/contract/modele/compile.ts'
import type { Contexte, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import { MODELES_ESSAI } from './modeles.ts'
import type { Acteur } from './monde.ts'
import type { Photo } from './photo.ts'

export type FormulaireLu = Photo['formulaires'][number]

const OUVERTS: readonly string[] = ['BROUILLON', 'RENVOYE']
const RECUS: readonly string[] = ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE']

function trouver<T>(liste: readonly T[], quoi: string, est: (element: T) => boolean): T {
  const trouve = liste.find(est)
  if (trouve === undefined) throw new Error(`${quoi} : absent de la photo`)
  return trouve
}

export const structureDe = (photo: Photo, id: number) =>
  trouver(photo.structures, `structure ${id}`, (s) => s.id === id)

/** What is dated of a structure, as it is in this month. */
export const etatDe = (photo: Photo, id: number, rang: number) =>
  trouver(
    photo.periodes,
    `structure ${id} au mois ${rang}`,
    (e) => e.structureId === id && e.du <= rang && rang <= e.au,
  )

/** What the months around may read of a month: what was received, else what was published. */
function valeurDuMois(
  photo: Photo,
  structureId: number,
  modele: string,
  rang: number,
): Donnees | null {
  const vivant = photo.formulaires.find(
    (f) =>
      f.structureId === structureId &&
      f.modeleCode === modele &&
      f.rang === rang &&
      f.etat !== 'ANNULE',
  )
  if (!vivant) return null
  if (RECUS.includes(vivant.etat)) return vivant.donnees
  return publicationDe(photo, vivant)?.donnees ?? null
}

export const publicationDe = (
  photo: Photo,
  f: Pick<FormulaireLu, 'id' | 'versionDiffusee'>,
): Photo['publications'][number] | undefined =>
  photo.publications.find((p) => p.formulaireId === f.id && p.versionDiffusee === f.versionDiffusee)

/** Codes of the lists of a model that a month does not offer. */
function codesHors(photo: Photo, listes: readonly string[], mois: string) {
  const hors: Record<string, string[]> = {}
  for (const valeur of photo.valeurs) {
    if (!listes.includes(valeur.codification)) continue
    const { actif, valableDu, valableAu } = valeur
    const offert = actif && (valableDu ?? mois) <= mois && mois <= (valableAu ?? mois)
    if (!offert) hors[valeur.codification] = [...(hors[valeur.codification] ?? []), valeur.code]
  }
  return hors
}

export const essaiDe = (code: string) => {
  const essai = MODELES_ESSAI.get(code)
  if (!essai) throw new Error(`${code} n’est pas un modèle de l’essai`)
  return essai
}

type DuModele = Pick<FormulaireLu, 'modeleCode' | 'rang'>

/** Ranks of the months that a form covers, as the source of its model says. */
const moisCouverts = ({ modeleCode, rang }: DuModele): number[] =>
  Array.from({ length: essaiDe(modeleCode).source.moisCouverts ?? 1 }, (_, n) => rang - n)

/** The month of its model before its own. */
function attenduAvant({ modeleCode, rang }: DuModele): number {
  const { moisAttendus } = essaiDe(modeleCode).source
  let avant = rang - 1
  while (moisAttendus && !moisAttendus.includes(periodeDe(avant).mois)) avant -= 1
  return avant
}

/** Whether a model counts people, as the platform's own do. */
export function compteDesGens(code: string): boolean {
  const essai = MODELES_ESSAI.get(code)
  return !essai || essai.source.indicateurs.effectif !== undefined
}

/** What the formulas of a form read elsewhere, as it stands now. */
export function contexteDe(photo: Photo, f: FormulaireLu, structure: Donnees): Contexte {
  const { compile } = essaiDe(f.modeleCode)
  const periode = periodeDe(f.rang)
  const autres: Record<string, Donnees> = {}
  for (const { modele, mois, cellules } of besoinsContexte(compile, periode)) {
    const rang = Number(mois.slice(0, 4)) * 12 + Number(mois.slice(5, 7)) - 1
    const donnees = valeurDuMois(photo, f.structureId, modele, rang)
    if (!donnees) continue
    const lues = Object.entries(donnees).filter(([cellule]) => cellules.includes(cellule))
    autres[`${modele}@${mois}`] = Object.fromEntries(lues)
  }
  return {
    ...periode,
    joursOuvres: moisCouverts(f).reduce(
      (total, rang) => total + joursOuvres(periodeDe(rang), photo.reglages),
      0,
    ),
    structure,
    autres,
    codesHors: codesHors(photo, Object.keys(compile.modele.codifications), isoDe(periode)),
  }
}

/** The form computed anew: while it is entered, on the structure in its month. */
function calculer(photo: Photo, f: FormulaireLu, saisies: Donnees) {
  const structure = OUVERTS.includes(f.etat)
    ? structureLisible(etatDe(photo, f.structureId, f.rang))
    : f.structureLue
  const { justifications, commentaires } = f
  const contexte = contexteDe(photo, f, structure)
  const { compile } = essaiDe(f.modeleCode)
  const premier = ouvrirCalcul(compile, saisies, contexte, { justifications, commentaires })
  const messages = new Map(premier.resultats().map(({ cle, message }) => [cle, message]))
  const tiennent = Object.entries(justifications).filter(([cle]) => {
    const justifie = f.messagesJustifies[cle]
    return !OUVERTS.includes(f.etat) || justifie === undefined || justifie === messages.get(cle)
  })
  const gardees = Object.fromEntries(tiennent)
  const calcul = ouvrirCalcul(compile, saisies, contexte, { justifications: gardees, commentaires })
  return { calcul, contexte, justifications: gardees }
}

/** Whether the month of this form is closed to entry on this day. */
function clotureeDe(
  photo: Photo,
  f: Pick<FormulaireLu, 'etat' | 'structureId' | 'rang'>,
  jour: string,
) {
  const rouvertures = photo.reouvertures
    .filter(({ structureId, rang }) => structureId === f.structureId && rang === f.rang)
    .map(({ jusqua }) => jusqua ?? '9999-12-31')
    .toSorted()
  const rouvert = rouvertures.at(-1) ?? null
  const passe = jour >= jourVerrou(periodeDe(f.rang), photo.reglages)
  const verrouille = f.etat !== 'RENVOYE' && passe && (rouvert === null || rouvert < jour)
  return { verrouille, rouvert }
}

type Regarde = Pick<FormulaireLu, 'etat' | 'soumisPar' | 'validePar' | 'versionDiffusee'>

/** Who may do what to a form in each state (docs/conception.md, 1 and 2), written out. */
export function actionsAttendues(
  acteur: Acteur,
  f: Regarde & { structure: string },
  { verrouille, doubleRegard }: { verrouille: boolean; doubleRegard: boolean },
): Action[] {
  const central = acteur.portee !== 'STRUCTURE'
  const dpps = acteur.portee === 'DPPS'
  const saisit = dpps || acteur.saisit.includes(f.structure)
  const ouvert = OUVERTS.includes(f.etat) && !verrouille
  const memeRegard = doubleRegard && f.validePar === acteur.id
  const aSoumis = doubleRegard && f.soumisPar === acteur.id
  const permises: [Action, boolean][] = [
    ['historique', true],
    ['modifier', ouvert && saisit],
    ['repondre', ouvert && saisit],
    ['soumettre', ouvert && saisit],
    ['valider', f.etat === 'SOUMIS' && central && !aSoumis],
    ['approuver', f.etat === 'VALIDE' && dpps && !memeRegard],
    ['diffuser', f.etat === 'APPROUVE' && dpps],
    [
      'renvoyer',
      central && (['SOUMIS', 'VALIDE'].includes(f.etat) || (dpps && RECUS.includes(f.etat))),
    ],
    ['changerEtat', etatsPossibles(acteur, f, doubleRegard).length > 0],
    ['remarquer', central && f.etat !== 'ANNULE'],
    ['relancer', central && f.etat === 'BROUILLON' && ouvert],
  ]
  return permises.filter(([, permise]) => permise).map(([action]) => action)
}

function etatsPossibles({ portee, id }: Acteur, f: Regarde, doubleRegard: boolean): Etat[] {
  if (portee !== 'DPPS') return []
  const aSoumis = doubleRegard && f.soumisPar === id
  const forcables = etatsForcables(f.etat, f.versionDiffusee, doubleRegard)
  return forcables.filter((vers) => vers !== 'VALIDE' || !aSoumis)
}

/** When a report is due: it keeps the date it was received with; until then, a reopening moves it. */
export function echeanceAttendue(
  photo: Photo,
  f: Pick<FormulaireLu, 'structureId' | 'rang' | 'etat' | 'soumisLe' | 'echeance'>,
): string {
  const duMois = echeanceDe(periodeDe(f.rang), photo.reglages)
  if (RECUS.includes(f.etat) || (f.etat === 'RENVOYE' && f.soumisLe)) return f.echeance ?? duMois
  const fins = photo.reouvertures.filter(
    ({ structureId, rang }) => structureId === f.structureId && rang === f.rang,
  )
  return fins.reduce((due, { jusqua }) => (jusqua && jusqua > due ? jusqua : due), duMois)
}

/** What is read of a form that is the same for all who read it whole. */
function identite(photo: Photo, f: FormulaireLu) {
  const structure = structureDe(photo, f.structureId)
  const { code, libelle, version } = essaiDe(f.modeleCode).modele
  return {
    id: f.id,
    numero: f.numero,
    modele: {
      code,
      libelle,
      version,
      avecEffectif: compteDesGens(code),
      moisCouverts: essaiDe(code).source.moisCouverts ?? 1,
    },
    structure: { id: structure.id, code: structure.code, libelle: structure.libelle },
    ...periodeDe(f.rang),
    echeance: echeanceAttendue(photo, f),
    verrouilleLe: jourVerrou(periodeDe(f.rang), photo.reglages),
  }
}

function remarquesDe(photo: Photo, f: FormulaireLu) {
  return photo.remarques
    .filter(({ formulaireId }) => formulaireId === f.id)
    .map(({ id, cellule, texte, auteurId, le, statut, reponse, repondueLe, reponduePar }) => ({
      id,
      cellule,
      texte,
      auteur: photo.utilisateurs.get(auteurId),
      le,
      statut,
      reponse: reponse && {
        texte: reponse,
        auteur: photo.utilisateurs.get(reponduePar ?? 0),
        le: repondueLe,
      },
    }))
}

/** The remarks on cells of a form, counted. */
export function comptesDe(photo: Photo, f: Pick<FormulaireLu, 'id'>) {
  const siennes = photo.remarques.filter((r) => r.formulaireId === f.id && r.cellule !== null)
  const nombre = (voulu: string) => siennes.filter(({ statut }) => statut === voulu).length
  return { remarquesOuvertes: nombre('OUVERTE'), remarquesCorrigees: nombre('CORRIGEE') }
}

/** What reading this form whole must answer to this person; the reason's label left out. */
export function lectureAttendue(
  photo: Photo,
  f: FormulaireLu,
  { acteur, saisies, maintenant }: { acteur: Acteur; saisies: Donnees; maintenant: Date },
) {
  const { calcul, contexte, justifications } = calculer(photo, f, saisies)
  const jour = jourLocal(maintenant, photo.reglages.fuseau)
  const { verrouille, rouvert } = clotureeDe(photo, f, jour)
  const cloture = clotureDe(periodeDe(f.rang), rouvert, photo.reglages, jour)
  const { doubleRegard } = photo.reglages
  const { code: structure, responsable } = structureDe(photo, f.structureId)
  const { typeStructure, region } = etatDe(photo, f.structureId, f.rang)
  const avant = attenduAvant(f)
  const voisin = valeurDuMois(photo, f.structureId, f.modeleCode, avant)
  return {
    ...identite(photo, f),
    etat: f.etat,
    version: f.version,
    versionDiffusee: f.versionDiffusee,
    cloture:
      f.etat === 'BROUILLON' && cloture.etat !== 'OUVERTE'
        ? { etat: cloture.etat, le: cloture.le }
        : null,
    effectif: f.effectif,
    remplissage: calcul.remplissage(),
    erreurs: calcul.erreurs,
    avertissements: calcul.avertissements,
    soumisLe: f.soumisLe,
    // Said of what is received: one taken back to a draft is not.
    horsDelai: f.horsDelai && (RECUS.includes(f.etat) || f.etat === 'RENVOYE'),
    modifieLe: f.modifieLe,
    modifiePar: photo.utilisateurs.get(f.modifiePar),
    donnees: OUVERTS.includes(f.etat) ? calcul.donnees() : f.donnees,
    commentaires: f.commentaires,
    justifications,
    contexte,
    remarques: remarquesDe(photo, f),
    ...comptesDe(photo, f),
    casesOuvertes: f.casesOuvertes,
    resultats: calcul.resultats(),
    precedent: voisin && {
      ...periodeDe(avant),
      moisCouverts: essaiDe(f.modeleCode).source.moisCouverts ?? 1,
      donnees: voisin,
    },
    anneePrecedente: null,
    identification: { typeStructure, region, responsable },
    etatsPossibles: etatsPossibles(acteur, f, doubleRegard).toSorted(),
    actions: actionsAttendues(acteur, { ...f, structure }, { verrouille, doubleRegard }).toSorted(),
    motif: f.motifRenvoi,
  }
}

/** What it answers to whoever may read its last publication only. */
export function publicationAttendue(photo: Photo, f: FormulaireLu) {
  const publiee = publicationDe(photo, f)
  if (!publiee) return null
  const { typeStructure, region } = etatDe(photo, f.structureId, f.rang)
  return {
    ...identite(photo, f),
    etat: 'DIFFUSE',
    version: 0,
    versionDiffusee: publiee.versionDiffusee,
    cloture: null,
    effectif: publiee.effectif,
    remplissage: 1,
    erreurs: 0,
    avertissements: 0,
    soumisLe: null,
    horsDelai: false,
    modifieLe: publiee.diffuseLe,
    modifiePar: null,
    donnees: publiee.donnees,
    commentaires: {},
    justifications: {},
    contexte: null,
    remarques: [],
    remarquesOuvertes: 0,
    remarquesCorrigees: 0,
    casesOuvertes: null,
    resultats: [],
    precedent: null,
    anneePrecedente: null,
    identification: { typeStructure, region, responsable: null },
    etatsPossibles: [],
    actions: [],
    motif: null,
  }
}

/** Whether this person reads the forms of this structure whole. */
export const litEntier = (acteur: Acteur, structure: string): boolean =>
  acteur.portee !== 'STRUCTURE' || acteur.lit.includes(structure)

/** Whether the month of a form, or of one that might be begun, is closed to entry. */
export const estClos = (
  photo: Photo,
  f: Pick<FormulaireLu, 'etat' | 'structureId' | 'rang'>,
  maintenant: Date,
): boolean => clotureeDe(photo, f, jourLocal(maintenant, photo.reglages.fuseau)).verrouille
