import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Action, EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { MOIS, periodeDe } from '@releve/contract/mois.ts'
import { TOTAL_MAX, type Total } from '@releve/contract/page.ts'
import { MODELES_ESSAI } from './modeles.ts'
import type { Acteur } from './monde.ts'
import type { Photo } from './photo.ts'
import {
  actionsAttendues,
  compteDesGens,
  comptesDe,
  echeanceAttendue,
  estClos,
  etatDe,
  type FormulaireLu,
  litEntier,
  publicationDe,
  structureDe,
} from './reference.ts'

/** What is asked of a list; `rang`: one month, its forms not started too. */
export type Demande = {
  rang?: number
  annee?: number
  etats?: readonly EtatListe[]
  modele?: string
  structure?: string
  tri: string
  /** Also the published forms outside the perimeter. */
  diffuses: boolean
}

/** A line, with what it is sorted by. */
export type LigneAttendue = Resume & { cle: readonly (string | number | null)[] }

const RECUS: readonly string[] = ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE']

type Lecteur = { photo: Photo; acteur: Acteur; maintenant: Date; demande: Demande }

function modeleDe(photo: Photo, id: number) {
  const modele = photo.modeles.find((m) => m.id === id)
  if (!modele) throw new Error(`modèle ${id} absent de la photo`)
  return modele
}

/** The value that the list is sorted by; nothing stands after what is. */
function valeurTriee(resume: Resume, libelleTri: string, champ: string) {
  switch (champ) {
    case 'structure':
      return libelleTri
    case 'modele':
      return resume.modele.code
    case 'periode':
      return rangDuResume(resume)
    case 'etat':
      return resume.etat
    case 'effectif':
      return resume.effectif
    case 'modifieLe':
      return resume.modifieLe
    default:
      return resume.remplissage
  }
}

const MOIS_EN_RANG = new Map(Array.from({ length: 12 }, (_, i) => [periodeDe(i).mois, i]))
const rangDuResume = ({ mois, annee }: Resume): number => annee * 12 + (MOIS_EN_RANG.get(mois) ?? 0)

function ranger(resume: Resume, libelleTri: string, tri: string): LigneAttendue {
  const champ = tri.replace(/^-/, '')
  const cle = [valeurTriee(resume, libelleTri, champ), resume.modele.code]
  return { ...resume, cle: [...cle, -rangDuResume(resume), resume.id, resume.structure.id] }
}

function comparer(a: string | number | null, b: string | number | null, sens: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sens : sens
}

/** The order of two lines: no two are equal. */
function ordreDe(tri: string) {
  return (a: LigneAttendue, b: LigneAttendue): number => {
    for (const [rang, valeur] of a.cle.entries()) {
      const sens = rang === 0 && tri.startsWith('-') ? -1 : 1
      const ordre = comparer(valeur, b.cle[rang] ?? null, sens)
      if (ordre !== 0) return ordre
    }
    return 0
  }
}

const refDe = ({ id, code, libelle }: Photo['structures'][number]) => ({ id, code, libelle })

/** A form that has been begun, as this person sees it in a list; null: he does not. */
function commencee(lecteur: Lecteur, f: FormulaireLu): LigneAttendue | null {
  const { photo, acteur, maintenant, demande } = lecteur
  const structure = structureDe(photo, f.structureId)
  const dedans = litEntier(acteur, structure.code)
  if (!dedans && !(demande.diffuses && f.versionDiffusee >= 1)) return null
  const { code, libelle, version } = modeleDe(photo, f.modeleId)
  const commun = {
    id: f.id,
    numero: f.numero,
    modele: {
      code,
      libelle,
      version,
      avecEffectif: compteDesGens(code),
      moisCouverts: couverts(code),
    },
    structure: refDe(structure),
    ...periodeDe(f.rang),
    versionDiffusee: f.versionDiffusee,
    echeance: echeanceAttendue(photo, dedans ? f : { ...f, etat: 'DIFFUSE' }),
  }
  if (!dedans) {
    const publiee = publicationDe(photo, f)
    const resume = {
      ...commun,
      etat: 'DIFFUSE' as const,
      version: 0,
      effectif: publiee?.effectif ?? null,
      remplissage: 1,
      erreurs: 0,
      avertissements: 0,
      remarquesOuvertes: 0,
      remarquesCorrigees: 0,
      soumisLe: null,
      modifieLe: publiee?.diffuseLe ?? null,
      modifiePar: null,
      horsDelai: false,
      actions: [],
    }
    return ranger(resume, structure.libelleTri, demande.tri)
  }
  const { doubleRegard } = photo.reglages
  const verrouille = estClos(photo, f, maintenant)
  const lue = { ...f, structure: structure.code }
  const resume = {
    ...commun,
    etat: f.etat,
    version: f.version,
    effectif: f.effectif,
    remplissage: f.remplissage,
    erreurs: f.erreurs,
    avertissements: f.avertissements,
    ...comptesDe(photo, f),
    soumisLe: f.soumisLe,
    modifieLe: f.modifieLe,
    modifiePar: photo.utilisateurs.get(f.modifiePar) ?? null,
    horsDelai: f.horsDelai && (RECUS.includes(f.etat) || f.etat === 'RENVOYE'),
    actions: actionsAttendues(acteur, lue, { verrouille, doubleRegard }).toSorted(),
  }
  return ranger(resume, structure.libelleTri, demande.tri)
}

const jourDe = (rang: number, jour: 'premier' | 'dernier'): string => {
  const [annee, mois] = [Math.floor(rang / 12), rang % 12]
  const date = new Date(
    Date.UTC(annee, jour === 'premier' ? mois : mois + 1, jour === 'premier' ? 1 : 0),
  )
  return date.toISOString().slice(0, 10)
}

/** Whether a structure is expected to report for this month (docs/conception.md, 2). */
function estOuverte(photo: Photo, s: Photo['structures'][number], rang: number): boolean {
  const [premier, dernier] = [jourDe(rang, 'premier'), jourDe(rang, 'dernier')]
  const { debutCollecte } = photo.reglages
  if (debutCollecte === null || premier < `${debutCollecte}-01`) return false
  if (s.etat === 'INVITEE' || s.dateOuverture > dernier) return false
  if (s.dateFermeture !== null && s.dateFermeture < premier) return false
  return !photo.interruptions.some(
    ({ structureId, du, au }) =>
      structureId === s.id && du <= premier && (au ?? '9999-12-31') >= dernier,
  )
}

/** The version of a model in force in this month. */
function enVigueur(photo: Photo, code: string, rang: number) {
  return photo.modeles
    .filter((m) => m.code === code && m.enVigueurDu <= rang && (m.enVigueurAu ?? rang) >= rang)
    .toSorted((a, b) => b.version - a.version)[0]
}

/** Months that a report of this model covers, as its source says. */
const couverts = (code: string) => MODELES_ESSAI.get(code)?.source.moisCouverts ?? 1

function actionsAbsente(
  { photo, acteur, maintenant }: Lecteur,
  structure: string,
  { rang, code }: { rang: number; code: string },
) {
  const { id: structureId } = photo.structures.find((s) => s.code === structure) ?? { id: 0 }
  const courant = rangCourant(maintenant, photo.reglages.fuseau)
  if (rang - couverts(code) + 1 > courant) return []
  if (estClos(photo, { etat: 'BROUILLON', structureId, rang }, maintenant)) return []
  const saisit = acteur.portee === 'DPPS' || acteur.saisit.includes(structure)
  const actions: Action[] = []
  if (saisit) actions.push('enregistrer')
  if (acteur.portee !== 'STRUCTURE' && rang <= courant) actions.push('relancer')
  return actions.toSorted()
}

/** The forms expected and not started of a structure. */
function absentes(
  lecteur: Lecteur,
  structure: Photo['structures'][number],
  rang: number,
): LigneAttendue[] {
  const { photo, acteur, demande } = lecteur
  if (!litEntier(acteur, structure.code) || !estOuverte(photo, structure, rang)) return []
  return etatDe(photo, structure.id, rang).modeles.flatMap((code) => {
    const modele = enVigueur(photo, code, rang)
    const commence = photo.formulaires.some(
      (f) =>
        f.structureId === structure.id &&
        f.modeleCode === code &&
        f.rang === rang &&
        f.etat !== 'ANNULE',
    )
    const { moisAttendus = MOIS } = MODELES_ESSAI.get(code)?.source ?? {}
    if (!modele || commence || !moisAttendus.includes(periodeDe(rang).mois)) return []
    const resume: Resume = {
      id: null,
      numero: null,
      modele: {
        code,
        libelle: modele.libelle,
        version: modele.version,
        avecEffectif: compteDesGens(code),
        moisCouverts: couverts(code),
      },
      structure: refDe(structure),
      ...periodeDe(rang),
      etat: 'NON_COMMENCE',
      version: 0,
      versionDiffusee: 0,
      effectif: null,
      remplissage: 0,
      erreurs: 0,
      avertissements: 0,
      remarquesOuvertes: 0,
      remarquesCorrigees: 0,
      soumisLe: null,
      echeance: echeanceAttendue(photo, {
        structureId: structure.id,
        rang,
        etat: 'BROUILLON',
        soumisLe: null,
        echeance: null,
      }),
      modifieLe: null,
      modifiePar: null,
      horsDelai: false,
      actions: actionsAbsente(lecteur, structure.code, { rang, code }),
    }
    return [ranger(resume, structure.libelleTri, demande.tri)]
  })
}

function convient({ demande }: Lecteur, resume: Resume): boolean {
  const { rang, annee, etats, modele, structure } = demande
  if (rang !== undefined && rangDuResume(resume) !== rang) return false
  if (annee !== undefined && resume.annee !== annee) return false
  if (modele !== undefined && resume.modele.code !== modele) return false
  if (structure !== undefined && resume.structure.code !== structure) return false
  return etats ? etats.includes(resume.etat) : resume.etat !== 'ANNULE'
}

/** Every line that this list must hold, in its order. */
export function listeAttendue(lecteur: Lecteur): LigneAttendue[] {
  const { photo, demande } = lecteur
  const { rang } = demande
  const lignes = [
    ...photo.formulaires.map((f) => commencee(lecteur, f)).filter((ligne) => ligne !== null),
    ...(rang === undefined ? [] : photo.structures.flatMap((s) => absentes(lecteur, s, rang))),
  ]
  return lignes.filter((ligne) => convient(lecteur, ligne)).toSorted(ordreDe(demande.tri))
}

/** What this list says of so many lines: all of them, or that there are more than it counts (0082). */
export function totalAttendu(acteur: Acteur, demande: Demande, nombre: number): Total {
  const { rang, structure, etats, diffuses } = demande
  const desAutres = diffuses && (etats?.includes('DIFFUSE') ?? true)
  const duPays = acteur.portee !== 'STRUCTURE' || desAutres
  const compte = rang !== undefined || structure !== undefined || !duPays
  if (compte || nombre <= TOTAL_MAX) return { total: nombre, totalBorne: undefined }
  return { total: TOTAL_MAX, totalBorne: true }
}
