import type { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { CHAMPS_LISTE, CHAMPS_VALEUR } from '@releve/contract/codification/codification.champs.ts'
import type {
  ChangementCode,
  ChangementsCodification,
  FicheValeur,
} from '@releve/contract/codification/codification.schema.ts'
import { enoncer } from '@releve/contract/erreur.ts'
import type { Changements } from '@releve/contract/journal/journal.detail.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import { changementsEntre, noter } from '../journal/noter.sql.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import {
  type CodesVoulus,
  changementsDe,
  dire,
  type Faute,
  fautesDe,
  type Referentiel,
} from './changement.ts'
import {
  deleteValeurs,
  findListe,
  type ListeTenue,
  listParentes,
  listValeurs,
  upsertListe,
  upsertValeurs,
  type ValeurTenue,
  verrouillerCodifications,
} from './codification.sql.ts'
import { type Emplois, findEmplois } from './emploi.sql.ts'

type Demande = BodyOf<typeof codificationApi.enregistrerCodification>
type ListeVoulue = Omit<ListeTenue, 'version'>

/** A list with what its change is judged upon. */
export type ListeJugee = Referentiel & { emplois: Emplois; avant: ListeTenue | undefined }

/** Reads a list and what its codes are judged upon, as it is or as it would be declared. */
export async function tenirListe(
  db: Db,
  liste: ListeVoulue,
  avant: ListeTenue | undefined,
): Promise<ListeJugee> {
  const { code, parentListe } = liste
  const valeurs = await listValeurs(db, code)
  const parents = parentListe === null ? null : await listValeurs(db, parentListe)
  return {
    liste,
    avant,
    actuelles: new Map(valeurs.map((valeur) => [valeur.code, valeur])),
    emplois: await findEmplois(db, code),
    parents: parents && new Set(parents.map((parent) => parent.code)),
  }
}

/** @throws LISTE_PARENTE_INCONNUE, LISTE_PARENTE_EN_BOUCLE */
async function verifierParente(db: Db, { code, parentListe }: ListeVoulue): Promise<void> {
  if (parentListe === null) return
  const parentes = new Map([...(await listParentes(db)), [code, parentListe]])
  const refus = (cause: 'LISTE_PARENTE_INCONNUE' | 'LISTE_PARENTE_EN_BOUCLE') => {
    const enonce = enoncer(cause, { liste: parentListe })
    return new ErreurMetier(enonce, { details: [{ chemin: 'body.parentListe', ...enonce }] })
  }
  if (!parentes.has(parentListe) || parentListe === code) throw refus('LISTE_PARENTE_INCONNUE')
  const vues = new Set<string>()
  for (let une: string | null = parentListe; une; une = parentes.get(une) ?? null) {
    if (une === code || vues.has(une)) throw refus('LISTE_PARENTE_EN_BOUCLE')
    vues.add(une)
  }
}

/** @throws the first fault, with each of them at the code that it is of. */
function refuser(fautes: readonly Faute[]): void {
  const [premiere] = fautes
  if (!premiere) return
  const details = fautes.slice(0, 200).map(({ valeur, champ, code, libelle }) => ({
    chemin: `body.valeurs.${valeur}.${champ}`,
    code,
    libelle,
  }))
  throw new ErreurMetier(premiere, { details })
}

/** The list as the demand would leave it. */
function vouluesDe({ actuelles }: ListeJugee, { valeurs, supprimees }: Demande): CodesVoulus {
  const voulues = new Map<string, FicheValeur>()
  for (const [code, { libellesAnciens: _, ...fiche }] of actuelles) voulues.set(code, fiche)
  const fautes: Faute[] = []
  const dites = new Set<string>()
  for (const { nouveau, ...fiche } of valeurs) {
    const { code } = fiche
    if (dites.has(code) || (nouveau && actuelles.has(code))) {
      fautes.push({ ...enoncer('CODE_EXISTANT', { code }), valeur: code, champ: 'code' })
    }
    dites.add(code)
    voulues.set(code, fiche)
  }
  for (const code of supprimees) {
    if (!actuelles.has(code) || dites.has(code)) {
      fautes.push({ ...enoncer('CODE_INCONNU', { code, quand: '' }), valeur: code, champ: 'code' })
    }
    voulues.delete(code)
  }
  refuser(fautes)
  return voulues
}

function detailsDe(changements: object | null, libelles: object): ChangementCode['details'] {
  return Object.entries<{ avant: unknown; apres: unknown }>({ ...changements }).map(
    ([champ, { avant, apres }]) => {
      const dit: unknown = Reflect.get(libelles, champ)
      const libelle = String(dit && Reflect.get(Object(dit), 'libelle'))
      return { libelle, avant: dire(avant), apres: dire(apres) }
    },
  )
}

type CodeChange = { fiche: FicheValeur; avant: ValeurTenue | null; changements: Changements | null }

/** The codes that come or change. */
function changesDe(actuelles: ListeJugee['actuelles'], voulues: CodesVoulus): CodeChange[] {
  return [...voulues.values()].flatMap((fiche) => {
    const avant = actuelles.get(fiche.code) ?? null
    const changements = avant && changementsDe(avant, fiche)
    return avant && !changements ? [] : [{ fiche, avant, changements }]
  })
}

/** In which months a code is offered: what the controls of a form read of it. */
const offreDe = (valeur: Pick<FicheValeur, 'actif' | 'valableDu' | 'valableAu'> | null) =>
  valeur === null ? 'true  ' : [valeur.actif, valeur.valableDu, valeur.valableAu].join(' ')

/** Asks that the forms of a list's models be computed again, if some month offers other codes. */
async function suivreOffre(
  db: Db,
  liste: string,
  changes: readonly Pick<CodeChange, 'avant' | 'fiche'>[],
  retires: readonly ValeurTenue[] = [],
): Promise<void> {
  const changent =
    changes.some(({ avant, fiche }) => offreDe(avant) !== offreDe(fiche)) ||
    retires.some((valeur) => offreDe(valeur) !== offreDe(null))
  if (changent) await demanderRecalcul(db, { liste })
}

const estRange = ({ changements }: CodeChange): boolean =>
  changements !== null && Object.keys(changements).join() === 'ordre'

/** Writes codes that have been judged, with a line of the journal for each, and one for their order. */
export async function ecrireCodes(
  contexte: Contexte,
  liste: string,
  changes: readonly CodeChange[],
  retires: readonly string[] = [],
): Promise<void> {
  const { db } = contexte
  await deleteValeurs(db, liste, retires)
  await upsertValeurs(
    db,
    liste,
    changes.map(({ fiche }) => fiche),
  )
  for (const code of retires) {
    await noter(contexte, 'CODE_SUPPRIME', { cible: `${liste}.${code}` })
  }
  for (const change of changes) {
    const { fiche, changements } = change
    const cible = `${liste}.${fiche.code}`
    if (!changements) {
      await noter(contexte, 'CODE_AJOUTE', { cible, detail: { libelle: fiche.libelle } })
    } else if (!estRange(change)) await noter(contexte, 'CODE_MODIFIE', { cible, changements })
  }
}

/** What would be, or was, written. */
async function direChangements(
  { actuelles, emplois, avant: liste }: ListeJugee,
  changes: readonly CodeChange[],
  retires: readonly string[],
): Promise<Pick<ChangementsCodification, 'codes' | 'touches' | 'version'>> {
  const codes = changes.map(({ fiche: { code, libelle }, changements }): ChangementCode => {
    const effet = changements ? 'MODIFICATION' : 'AJOUT'
    const details = detailsDe(changements, CHAMPS_VALEUR)
    return { code, libelle, effet, details, emplois: emplois.de(code) }
  })
  const sortis = retires.map((code): ChangementCode => {
    const libelle = actuelles.get(code)?.libelle ?? ''
    return { code, libelle, effet: 'SUPPRESSION', details: [], emplois: [] }
  })
  // An order changes nothing for whoever uses the code.
  const touchants = changes.filter((change) => !estRange(change)).map(({ fiche }) => fiche.code)
  return {
    version: liste?.version ?? 0,
    codes: [...codes, ...sortis],
    touches: await emplois.ensemble(touchants),
  }
}

/** @throws what the state of the list refuses: gone, already there, changed meanwhile. */
function verifierVersion(demande: Demande, avant: ListeTenue | undefined): void {
  const { code, version } = demande
  if (version === 0 && avant) throw erreur('CODIFICATION_EXISTANTE', { code })
  if (version > 0 && !avant) throw erreur('CODIFICATION_INTROUVABLE')
  if (avant && avant.version !== version) throw erreur('VERSION_CODIFICATION_PERIMEE')
}

/** What changes of what a list is called, and of where its parents are. */
const changesListe = ({ code, libelle, parentListe }: ListeTenue, voulue: ListeVoulue) =>
  changementsEntre<ListeVoulue>({ code, libelle, parentListe }, voulue)

/** The line of the journal of the list itself: created, called otherwise, put in another order. */
async function noterListe(
  contexte: Contexte,
  demande: Demande,
  ranges: number,
  changee: Changements | null,
) {
  const { code: cible, version, libelle } = demande
  if (version === 0) {
    await noter(contexte, 'CODIFICATION_CREEE', { cible, detail: { libelle } })
  } else if (changee || ranges > 0) {
    await noter(contexte, 'CODIFICATION_MODIFIEE', {
      cible,
      ...(changee && { changements: changee }),
      ...(ranges > 0 && { detail: { ranges } }),
    })
  }
}

/**
 * Creates or changes a list of codes, or says what that would do. What changes nothing writes
 * nothing.
 */
export async function enregistrerCodification(
  contexte: Contexte & { body: Demande },
): Promise<ChangementsCodification> {
  const { db, body: demande } = contexte
  const { code, libelle, parentListe, apercu } = demande
  if (!apercu) await verrouillerCodifications(db)
  const avant = await findListe(db, code)
  verifierVersion(demande, avant)
  const voulue = { code, libelle, parentListe }
  await verifierParente(db, voulue)
  const tenu = await tenirListe(db, voulue, avant)
  const voulues = vouluesDe(tenu, demande)
  refuser(fautesDe(tenu, voulues))
  const changes = changesDe(tenu.actuelles, voulues)
  const changee = avant ? changesListe(avant, voulue) : null
  const dits = await direChangements(tenu, changes, demande.supprimees)
  const reponse = { ...dits, liste: detailsDe(changee, CHAMPS_LISTE) }
  const rien = avant && !changee && dits.codes.length === 0
  if (apercu || rien) return { ...reponse, ecrit: false }
  await upsertListe(db, voulue)
  await noterListe(contexte, demande, changes.filter(estRange).length, changee)
  await ecrireCodes(contexte, code, changes, demande.supprimees)
  const retires = demande.supprimees.flatMap((un) => tenu.actuelles.get(un) ?? [])
  await suivreOffre(db, code, changes, retires)
  return { ...reponse, ecrit: true, version: dits.version + 1 }
}
