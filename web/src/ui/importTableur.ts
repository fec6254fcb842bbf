import type { Detail } from '@releve/contract/erreur.ts'
import type { Import, LigneImport } from '@releve/contract/import.ts'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { type Effet, textesImportTableur as t } from './importTableur.textes.ts'

/** In the order of the screen: what is to be done first. */
export const EFFETS: readonly Effet[] = ['ERREUR', 'ATTENDRE', 'CREER', 'MODIFIER', 'INCHANGE']

type Ligne = Omit<LigneImport, 'details'> & {
  details: readonly Pick<Detail, 'chemin' | 'libelle'>[]
}

/** A line as it is shown: the file that it comes of, and the rank of that file. */
export type LigneVue = Ligne & { fichier: string; rang: number }

/** How many lines of each effect. */
export function comptesDe(lignes: readonly Pick<Ligne, 'effet'>[]): Record<Effet, number> {
  const comptes = { ERREUR: 0, ATTENDRE: 0, CREER: 0, MODIFIER: 0, INCHANGE: 0 }
  for (const { effet } of lignes) comptes[effet] += 1
  return comptes
}

/** How many lines an import would write. */
export const ecrituresDe = ({ CREER, MODIFIER }: Record<Effet, number>) => CREER + MODIFIER

/** How many it would leave. */
export const laisseesDe = ({ ERREUR, ATTENDRE }: Record<Effet, number>) => ERREUR + ATTENDRE

const ecrit = (lignes: readonly Ligne[]) => ecrituresDe(comptesDe(lignes)) > 0

/** What a file would do, and the file as it was then: it may change on the disk meanwhile. */
export type ApercuImport = { fige: File; lignes: readonly Ligne[] }

const STATUTS_FICHIER = [400, 413, 415, 422]

/** Refused for what the file is: another may be taken. Else it may be sent again. */
export const estDuFichier = (echec: unknown): boolean =>
  echec instanceof EchecApi
    ? STATUTS_FICHIER.includes(echec.statut)
    : echec instanceof DOMException && echec.name !== 'AbortError'

const dire = (libelle: string): Ligne['details'] => [{ chemin: 'fichier', libelle }]

/** Why a whole file is left; one that the disk no longer gives says nothing of itself. */
const detailsDe = (echec: unknown): Ligne['details'] =>
  echec instanceof EchecApi ? [...dire(messageDe(echec)), ...echec.details] : dire(t.disparu)

/** What was to be written, and was not, or may not have been. */
const manquer = (lignes: readonly Ligne[], details: Ligne['details']): Ligne[] =>
  lignes.map((ligne) => (ecrit([ligne]) ? { ...ligne, effet: 'ERREUR', details } : ligne))

/** The file as it is now: it may change on the disk, or go. @throws DOMException when it cannot be read */
export const figer = async (fichier: File) =>
  new File([await fichier.arrayBuffer()], fichier.name, { type: fichier.type })

type Envoyer = (fige: File) => Promise<Import>

async function lireUn(fichier: File, lire: Envoyer, seul: boolean): Promise<ApercuImport> {
  try {
    const fige = await figer(fichier)
    return { fige, lignes: (await lire(fige)).lignes }
  } catch (echec) {
    if (seul || !estDuFichier(echec)) throw echec
    const details = detailsDe(echec)
    // It says nothing of its own: its line is the file.
    const ligne: Ligne = { ligne: 0, cle: '', libelle: '', effet: 'ERREUR', details }
    return { fige: fichier, lignes: [ligne] }
  }
}

/**
 * What each file would do, one after the other: of several, one that is refused keeps no other.
 * `gardes`: those read already, which are not read again. @throws EchecApi when no answer comes
 */
export async function lireTous(
  fichiers: readonly File[],
  lire: Envoyer,
  { gardes, avancer }: { gardes: WeakMap<File, ApercuImport>; avancer: (rang: number) => void },
): Promise<ApercuImport[]> {
  const lus: ApercuImport[] = []
  for (const [rang, fichier] of fichiers.entries()) {
    avancer(rang + 1)
    const lu = gardes.get(fichier) ?? (await lireUn(fichier, lire, fichiers.length === 1))
    gardes.set(fichier, lu)
    lus.push(lu)
  }
  return lus
}

/** The same report in two files: the one that is written last stays. */
function direDoubles(lignes: readonly LigneVue[]): LigneVue[] {
  const premiers = new Map<string, LigneVue>()
  return lignes.map((ligne) => {
    const { cle, rang, effet } = ligne
    if (cle === '' || effet === 'ERREUR' || effet === 'INCHANGE') return ligne
    const premier = premiers.get(cle)
    if (!premier) premiers.set(cle, ligne)
    if (!premier || premier.rang === rang) return ligne
    return { ...ligne, details: [...dire(t.double(premier.fichier)), ...ligne.details] }
  })
}

/** The lines of all the files, each with its own. */
export const lignesDe = (lus: readonly ApercuImport[]): LigneVue[] =>
  direDoubles(
    lus.flatMap(({ fige, lignes }, rang) =>
      lignes.map((ligne) => ({ ...ligne, fichier: fige.name, rang })),
    ),
  )

/** How many of these files have something to write. */
export const compterEcrits = (lus: readonly ApercuImport[]) =>
  lus.filter(({ lignes }) => ecrit(lignes)).length

/** What was written, file by file; `restants`: how many were not sent, the import being stopped. */
export type Ecriture = { lus: ApercuImport[]; arrete: boolean; restants: number }

/**
 * Writes the files one after the other, those that have something to write. One that is refused
 * keeps no other; where no answer comes, or where it is asked to stop, what follows is not sent.
 * @throws EchecApi when the only one fails
 */
export async function ecrireTous(
  lus: readonly ApercuImport[],
  ecrire: Envoyer,
  { avancer, arret }: { avancer: (rang: number) => void; arret: () => boolean },
): Promise<Ecriture> {
  const ecriture: Ecriture = { lus: [], arrete: false, restants: 0 }
  let rang = 0
  for (const lu of lus) {
    const rendre = (lignes: readonly Ligne[]) => ecriture.lus.push({ fige: lu.fige, lignes })
    if (!ecrit(lu.lignes)) {
      rendre(lu.lignes)
      continue
    }
    ecriture.arrete ||= rang > 0 && arret()
    if (ecriture.arrete) {
      ecriture.restants += 1
      rendre(manquer(lu.lignes, dire(t.nonEnvoye)))
      continue
    }
    rang += 1
    avancer(rang)
    try {
      rendre((await ecrire(lu.fige)).lignes)
    } catch (echec) {
      if (lus.length === 1 || !(echec instanceof EchecApi)) throw echec
      ecriture.arrete = !estDuFichier(echec)
      const details = echec.estReseau ? dire(t.peutEtreEcritFichier) : detailsDe(echec)
      rendre(manquer(lu.lignes, details))
    }
  }
  return ecriture
}
