import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type {
  EtatListe,
  Formulaire,
  Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { indicateursDe } from '@releve/contract/modele/indicateurs.ts'
import { type Donnees, SO } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import { expect } from 'vitest'
import { reussi } from '../formulaires.ts'
import type { Trace } from './actes.ts'
import type { Histoire, Version } from './histoire.ts'
import { type Demande, type LigneAttendue, listeAttendue, totalAttendu } from './listes.ts'
import { DE_DEHORS } from './modeles.ts'
import { type Acteur, type Appeler, MOIS_ESSAI, type Monde } from './monde.ts'
import type { Photo } from './photo.ts'
import {
  contexteDe,
  essaiDe,
  type FormulaireLu,
  lectureAttendue,
  litEntier,
  publicationAttendue,
  structureDe,
} from './reference.ts'

/** Without the computed cells that read other months: received, they are what was seen then. */
const sansDehors = (donnees: Donnees): Donnees =>
  Object.fromEntries(Object.entries(donnees).filter(([cellule]) => !DE_DEHORS.has(cellule)))

/** What a form of these cells holds, on the structure's figures that it was written with. */
function contenuDe(photo: Photo, f: FormulaireLu, saisies: Donnees, structure: Donnees) {
  const { compile } = essaiDe(f.modeleCode)
  return ouvrirCalcul(compile, saisies, { ...contexteDe(photo, f, structure), autres: {} })
}

/** A form's row is what its history makes of it. */
function verifierLigne(photo: Photo, f: FormulaireLu, version: Version): void {
  const { ligne, etat, commentaires, justifications, versionDiffusee } = version
  const calcul = contenuDe(photo, f, version.saisies, f.structureLue)
  expect(
    { ...f, donnees: sansDehors(f.donnees) },
    `la ligne du rapport ${f.numero}, d’après son histoire`,
  ).toMatchObject({
    etat,
    version: ligne.version,
    versionDiffusee,
    soumisPar: version.soumisPar,
    validePar: version.validePar,
    commentaires: expect.toSatisfy((v) => egal(v, commentaires)),
    justifications: expect.toSatisfy((v) => egal(v, justifications)),
    motifRenvoi: version.motif,
    soumisLe: version.soumisLe,
    modifieLe: ligne.le,
    modifiePar: ligne.agentId,
    erreurs: calcul.erreurs,
    ...indicateursDe(calcul.mc.modele, (cellule) => calcul.valeur(cellule)),
  })
  expect(sansDehors(f.donnees), `les cases du rapport ${f.numero}`).toEqual(
    sansDehors(calcul.donnees()),
  )
}

/** Whole, where `toMatchObject` would let more keys pass. */
function egal(recu: unknown, attendu: object): boolean {
  expect(recu).toEqual(attendu)
  return true
}

/** Publications are those that the acts made, each with what the form then held. */
function verifierPublications(photo: Photo, f: FormulaireLu, { publications }: Version): void {
  const ecrites = photo.publications
    .filter(({ formulaireId }) => formulaireId === f.id)
    .toSorted((a, b) => a.versionDiffusee - b.versionDiffusee)
  const lues = ecrites.map((p) => ({ ...p, donnees: sansDehors(p.donnees) }))
  expect(lues, `les publications du rapport ${f.numero}`).toMatchObject(
    publications.map(({ saisies, commentaires, justifications, ligne }, rang) => ({
      versionDiffusee: rang + 1,
      diffusePar: ligne.agentId,
      diffuseLe: ligne.le,
      commentaires: expect.toSatisfy((v) => egal(v, commentaires)),
      justifications: expect.toSatisfy((v) => egal(v, justifications)),
      donnees: expect.toSatisfy((v) => {
        const structureLue = ecrites[rang]?.structureLue ?? {}
        return egal(v, sansDehors(contenuDe(photo, f, saisies, structureLue).donnees()))
      }),
    })),
  )
}

/**
 * A remark is the act of a line; open, nobody has changed its cell since, nor answered; corrected,
 * somebody has.
 */
function verifierRemarques(photo: Photo, histoire: Histoire): void {
  for (const { id, formulaireId, cellule, auteurId, le, statut, reponse } of photo.remarques) {
    const versions = histoire.formulaires.get(formulaireId) ?? []
    const rang = versions.findIndex(
      ({ ligne }) => ligne.action === 'remarquer' && ligne.le === le && ligne.agentId === auteurId,
    )
    expect(rang, `l’acte de la remarque ${id}`).toBeGreaterThan(0)
    const changee = versions
      .slice(rang + 1)
      .filter(({ ligne }) => ligne.action === 'modifier')
      .some(({ ligne }) => ligne.cellules.some((c) => c.cellule === cellule && c.apres !== SO))
    if (statut !== 'LEVEE') {
      expect(statut, `la remarque ${id} sur ${cellule}`).toBe(
        changee || reponse !== null ? 'CORRIGEE' : 'OUVERTE',
      )
    }
  }
}

/** The tables hold what the history makes of them, and one live form a month. */
export function verifierTables(photo: Photo, histoire: Histoire): void {
  expect(photo.formulaires.map(({ id }) => id)).toEqual(
    [...histoire.formulaires.keys()].toSorted((a, b) => a - b),
  )
  for (const f of photo.formulaires) {
    const version = histoire.derniere(f.id)
    verifierLigne(photo, f, version)
    verifierPublications(photo, f, version)
  }
  verifierRemarques(photo, histoire)
  const vivants = photo.formulaires.filter(({ etat }) => etat !== 'ANNULE')
  const { debutCollecte } = photo.reglages
  const dehors = vivants.filter(
    ({ rang, repris }) => !repris && isoDe(periodeDe(rang)) < (debutCollecte ?? '9999'),
  )
  expect(dehors, 'aucun rapport vivant d’avant le début').toEqual([])
  const mois = vivants.map((f) => `${f.structureId} ${f.modeleCode} ${f.rang}`)
  expect(mois.toSorted(), 'un seul rapport vivant par mois').toEqual([...new Set(mois)].toSorted())
}

/** A share kept by the base has fewer digits than one that has just been computed. */
const arrondir = (part: number): number => Math.round(part * 1e5) / 1e5

/** What is compared of a reading: all but the model, and the label of a reason. */
function compare(formulaire: Formulaire) {
  const { definition: _definition, motifRenvoi, ...lu } = formulaire
  return {
    ...lu,
    remplissage: arrondir(lu.remplissage),
    actions: lu.actions.toSorted(),
    etatsPossibles: lu.etatsPossibles.toSorted(),
    motif: motifRenvoi?.motif ?? null,
  }
}

type Point = { photo: Photo; histoire: Histoire; maintenant: Date }

/** Reading this form answers this person what the reference computes anew. */
export async function verifierLecture(
  { photo, histoire, maintenant }: Point,
  f: FormulaireLu,
  { acteur, voix }: { acteur: Acteur; voix: Appeler },
): Promise<void> {
  const reponse = await voix(api.lireFormulaire, { params: { numero: f.numero } })
  const dedans = litEntier(acteur, structureDe(photo, f.structureId).code)
  const { saisies } = histoire.derniere(f.id)
  const attendue = dedans
    ? lectureAttendue(photo, f, { acteur, saisies, maintenant })
    : publicationAttendue(photo, f)
  const lieu = `${f.numero} (${f.etat}, version ${f.version}) lu par ${acteur.nom}`
  if (!attendue) expect([reponse.statut, lieu]).toEqual([404, lieu])
  else
    expect(compare(await reussi(Promise.resolve(reponse))), lieu).toEqual({
      ...attendue,
      remplissage: arrondir(attendue.remplissage),
    })
}

const ligneLue = (resume: Resume): Resume => ({ ...resume, actions: resume.actions.toSorted() })
function sansCle(ligne: LigneAttendue): Resume {
  const { cle: _cle, ...resume } = ligne
  return resume
}

/** The pages of a list, one after the other. */
async function lirePages(voix: Appeler, demande: Demande, taille: number) {
  const { rang, annee, etats, modele, structure, tri, diffuses } = demande
  const pages: Liste<Resume>[] = []
  for (let page = 1; ; page += 1) {
    const filtres = { page, taille, tri, ...(annee !== undefined && { annee }) }
    const mois = MOIS_ESSAI.find((m) => rangDe(m) === rang)
    const reponse =
      mois && !diffuses
        ? voix(api.listFormulaires, {
            params: mois,
            query: { page, taille, tri, modele, structure, etat: etats && [...etats] },
          })
        : voix(api.listFormulairesStructures, {
            body: {
              ...filtres,
              ...mois,
              etats: etats && [...etats],
              modeles: modele === undefined ? undefined : [modele],
              structures: structure === undefined ? undefined : [structure],
            },
          })
    const lue = await reussi(reponse)
    pages.push(lue)
    if (lue.elements.length < taille) return pages
  }
}

/** A list answers this person its lines in order, its total, and each line on one page. */
export async function verifierListe(
  { photo, maintenant }: Point,
  { acteur, voix }: { acteur: Acteur; voix: Appeler },
  { demande, taille }: { demande: Demande; taille: number },
): Promise<void> {
  const attendues = listeAttendue({ photo, acteur, maintenant, demande })
  const pages = await lirePages(voix, demande, taille)
  const lieu = `la liste de ${acteur.nom} ${JSON.stringify(demande)}, par ${taille}`
  const lues = pages.flatMap(({ elements }) => elements.map(ligneLue))
  const attendu = totalAttendu(acteur, demande, attendues.length)
  for (const { total, totalBorne } of pages) {
    expect({ total, totalBorne }, `${lieu} : total`).toEqual(attendu)
  }
  expect(lues, lieu).toEqual(attendues.map(sansCle))
}

const TRIS = [
  'structure',
  '-structure',
  'modele',
  '-periode',
  'periode',
  'etat',
  'effectif',
  '-effectif',
  '-modifieLe',
  'remplissage',
]
const ETATS_DEMANDES: (readonly EtatListe[] | undefined)[] = [
  undefined,
  undefined,
  undefined,
  ['BROUILLON', 'NON_COMMENCE'],
  ['DIFFUSE'],
  ['SOUMIS', 'VALIDE', 'RENVOYE'],
  ['ANNULE'],
]

/** A list to ask for, drawn by these numbers. */
export function demandeDe(n: number): { demande: Demande; taille: number } {
  const mois = MOIS_ESSAI[n % MOIS_ESSAI.length]
  const unMois = n % 3 !== 0
  const etats = ETATS_DEMANDES[n % ETATS_DEMANDES.length]
  const demande: Demande = {
    tri: TRIS[(n * 7) % TRIS.length] ?? 'structure',
    diffuses: n % 2 === 0 || !unMois,
    ...(unMois && mois && { rang: rangDe(mois) }),
    ...(!unMois && n % 4 === 0 && { annee: 2025 }),
    ...(etats && { etats }),
    ...(n % 5 === 0 && { modele: 'SUIVI' }),
    ...(n % 11 === 0 && { structure: 'CAU-R01-01' }),
  }
  return { demande, taille: [200, 7, 20][Math.floor(n / 3) % 3] ?? 200 }
}

/** Cells asked for that the version answered does not hold; a lock that holds keeps its `SO`. */
function nonTenues({ demande }: Trace, { saisies, commentaires, justifications }: Version) {
  const cellules = Object.entries(demande.donnees ?? {}).filter(
    ([cellule, valeur]) => (saisies[cellule] ?? null) !== valeur && saisies[cellule] !== SO,
  )
  const textes = [
    ...Object.entries(demande.commentaires ?? {}).map(([c, t]) => [commentaires[c], t]),
    ...Object.entries(demande.justifications ?? {}).map(([c, t]) => [justifications[c], t]),
  ].filter(([tenu, voulu]) => (tenu ?? null) !== voulu)
  return [...cellules, ...textes]
}

/** Cells that the act found changed by others since the version that it named. */
function enConflit(trace: Trace, versions: readonly Version[], jusqua: number): boolean {
  const { demande, acteur } = trace
  return versions
    .filter(({ ligne }) => ligne.version > (demande.version ?? 0) && ligne.version < jusqua)
    .filter(({ ligne }) => ligne.agentId !== acteur.id)
    .some(({ ligne }) =>
      ligne.cellules.some(({ cellule }) => (demande.donnees ?? {})[cellule] !== undefined),
    )
}

/** What was answered of a form is what it was at the version answered. */
function verifierVu(trace: Trace, version: Version): void {
  const { vu, action, acteur } = trace
  if (!vu) return
  const lieu = `${vu.numero} version ${vu.version}, ${action ?? 'lire'} par ${acteur.nom}`
  expect([vu.etat, lieu]).toEqual([version.etat, lieu])
  expect(vu.commentaires, lieu).toEqual(version.commentaires)
  const saisies = Object.entries(version.saisies).filter(([, valeur]) => valeur !== SO)
  for (const [cellule, valeur] of saisies) {
    if (vu.donnees[cellule] !== SO) expect(vu.donnees[cellule], `${lieu} : ${cellule}`).toBe(valeur)
  }
  expect(nonTenues(trace, version), `${lieu} : ce qui est demandé et n’y est pas`).toEqual([])
}

/** Whether an act that named this version might write this line: nothing that it changes had moved. */
function aPuEcrire(trace: Trace, { ligne }: Version, versions: readonly Version[]): boolean {
  const dite = trace.demande.version
  if (['enregistrer', 'remarquer', 'repondre'].includes(ligne.action)) return true
  if (ligne.action !== 'modifier') return dite === undefined || dite === ligne.version - 1
  // What a lock takes is told with what was entered, and is nobody's entry.
  const ecrites = ligne.cellules.filter(({ apres }) => apres !== SO)
  const donnees = Object.fromEntries(ecrites.map(({ cellule, apres }) => [cellule, apres]))
  const demande = { ...trace.demande, donnees }
  return (
    dite !== undefined &&
    dite < ligne.version &&
    !enConflit({ ...trace, demande }, versions, ligne.version)
  )
}

/** A line of history is the act of whoever it names, at the version that he had named. */
function verifierAuteur(
  versions: readonly Version[],
  version: Version,
  traces: readonly Trace[],
): void {
  const { ligne } = version
  const lieu = `rapport ${ligne.formulaireId}, version ${ligne.version}, ${ligne.action}`
  const siennes = traces.filter(
    ({ action, acteur }) => action === ligne.action && acteur.id === ligne.agentId,
  )
  expect(siennes.length, `${lieu} : une ligne sans acte`).toBeGreaterThan(0)
  const justes = siennes.filter((trace) => aPuEcrire(trace, version, versions))
  expect(justes.length, `${lieu} : écrite sur une version périmée`).toBeGreaterThan(0)
}

/** A refusal for what others wrote needs somebody to have written it. */
function verifierRefus(trace: Trace, versions: readonly Version[]): void {
  const { code, demande } = trace
  const lieu = `${demande.numero} ${trace.action} : ${code}`
  const derniere = versions.length
  if (code === 'VERSION_PERIMEE') expect(demande.version, lieu).toBeLessThan(derniere)
  if (code === 'CELLULES_EN_CONFLIT') {
    expect([enConflit(trace, versions, derniere + 1), lieu]).toEqual([true, lieu])
  }
}

/** What was acknowledged before a call began is there when it is answered. */
function verifierOrdre(traces: readonly Trace[]): void {
  const parFin = traces.filter(({ vu }) => vu && vu.version > 0).toSorted((a, b) => a.fin - b.fin)
  const parDebut = parFin.toSorted((a, b) => a.debut - b.debut)
  const connues = new Map<number, number>()
  let rang = 0
  for (const { vu, debut, acteur, action } of parDebut) {
    for (; (parFin[rang]?.fin ?? Number.POSITIVE_INFINITY) < debut; rang += 1) {
      const passe = parFin[rang]?.vu
      if (passe) connues.set(passe.id, Math.max(connues.get(passe.id) ?? 0, passe.version))
    }
    if (!vu) continue
    const lieu = `${vu.numero}, ${action ?? 'lire'} par ${acteur.nom} : version`
    expect(vu.version, lieu).toBeGreaterThanOrEqual(connues.get(vu.id) ?? 0)
  }
}

/** Each success has its line, each line its act, and no answer shows what was not. */
export function verifierTraces(photo: Photo, histoire: Histoire, traces: readonly Trace[]): void {
  const ids = new Map(photo.formulaires.map(({ id, numero }) => [numero, id]))
  const parVersion = Map.groupBy(
    traces.filter(({ vu }) => vu && vu.version > 0),
    ({ vu }) => `${vu?.id} ${vu?.version}`,
  )
  for (const trace of traces) {
    const { vu, demande } = trace
    const versions = histoire.formulaires.get(vu?.id ?? ids.get(demande.numero ?? '') ?? 0) ?? []
    const version = vu && versions[vu.version - 1]
    if (version) verifierVu(trace, version)
    if (!vu) verifierRefus(trace, versions)
  }
  for (const [id, versions] of histoire.formulaires) {
    for (const version of versions) {
      const siennes = parVersion.get(`${id} ${version.ligne.version}`) ?? []
      verifierAuteur(versions, version, siennes)
    }
  }
  verifierOrdre(traces)
}

/** Everyone who may call, on each of his processes. */
export const tousLesAppelants = ({ acteurs }: Monde) =>
  acteurs.flatMap((acteur) => acteur.voix.map((voix) => ({ acteur, voix })))
