import type { EnregistrerAnnuaire } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Chiffre } from '@releve/contract/annuaire/annuaire.schema.ts'
import {
  type EtatAnnuaire,
  LIBELLES_ETATS_ANNUAIRE,
  type Preuve,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import type { ActionNotee } from '@releve/contract/journal/journal.schema.ts'
import { avecDe, LIBELLES_MOIS, periodeDe } from '@releve/contract/mois.ts'
import type { AnnuairePublie } from '@releve/contract/systeme/systeme.api.ts'
import { noter } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import type { Contenu, Coulisses } from './annuaire.sql.ts'
import {
  type Edition,
  findContenu,
  findEdition,
  insertEdition,
  updateArret,
  updatePublication,
  updateTextes,
  verrouillerAnnuaires,
} from './annuaire.sql.ts'
import { attendreSonTour, type Moyens, type MoyensDePreuve, prouverSecret } from './calculer.ts'
import { chiffresDe } from './composer.ts'
import { type AnnuaireGenere, type Demande, findLues, genererAnnuaire } from './generer.ts'
import type { DocumentLu } from './lecteur.ts'
import { insertSources } from './retenus.sql.ts'
import { moisEchus } from './terrain.ts'

const enMots = (rang: number) => LIBELLES_MOIS[periodeDe(rang).mois].toLowerCase()

/** « en 2025 », or the months that the figures cover when they are not the whole year. */
function periodeEnMots(annee: number, mois: readonly number[]): string {
  const [premier = annee * 12, dernier = premier] = [mois.at(0), mois.at(-1)]
  if (mois.length === 12) return `en ${annee}`
  if (dernier === premier) return `en ${enMots(dernier)} ${annee}`
  return `${avecDe(enMots(premier))} à ${enMots(dernier)} ${annee}`
}

/** The few figures that the public page shows: those that are there, and not secret. */
function chiffresPublics(
  { chapitres }: Contenu,
  annee: number,
  etendue: { structures: number; formulaires: number; mois: readonly number[] },
): AnnuairePublie['chiffres'] {
  const tous = chiffresDe(chapitres.flatMap(({ tableaux }) => tableaux))
  const lire = (code: string) => tous[`T8.1|${code}|A${annee}`]
  const periode = periodeEnMots(annee, etendue.mois)
  const fin = `fin décembre ${annee}`
  const national = (code: string, libelle: string, chiffre: Chiffre | undefined) =>
    chiffre?.sorte === 'valeur' ? [{ code, libelle, valeur: chiffre.valeur }] : []
  const { structures, formulaires } = etendue
  return [
    {
      code: 'STRUCTURES',
      libelle: 'Structures dont des rapports sont retenus',
      valeur: structures,
    },
    { code: 'RAPPORTS', libelle: `Rapports retenus ${periode}`, valeur: formulaires },
    ...national('EFFECTIF', `Personnes accueillies ${fin}`, lire('PRESENTS')),
    ...national('DETENUS', `Personnes détenues ${fin}`, lire('DETENUS')),
    ...national('AGENTS', `Agents en poste ${fin}`, lire('AGENTS')),
    ...national('ENTREES', `Entrées ${periode}`, lire('ENTREES')),
    ...national('SORTIES', `Sorties ${periode}`, lire('SORTIES')),
  ]
}

/** What an edition follows, to say what it corrects. */
export async function findSuite(db: Db, edition: Edition): Promise<Demande['suite']> {
  const { annee, nature, correction, arreteLe: le } = edition
  if (nature === null) return null
  const precedente = await findEdition(db, { annee, edition: edition.edition - 1 })
  return precedente
    ? { id: precedente.id, edition: edition.edition, nature, texte: correction ?? '', le }
    : null
}

function textesDe(
  { titre, avantPropos, chapitres }: EnregistrerAnnuaire,
  avant: Edition | undefined,
) {
  const introductions = { ...avant?.introductions }
  const omis = new Set(avant?.chapitresOmis)
  for (const { code, introduction, retenu } of chapitres) {
    if (introduction !== undefined) introductions[code] = introduction
    if (retenu === false) omis.add(code)
    if (retenu === true) omis.delete(code)
  }
  return { titre, avantPropos, introductions, chapitresOmis: [...omis].toSorted() }
}

type Acte = Contexte & { body: EnregistrerAnnuaire }

const tracer = (acte: Acte, action: ActionNotee & `ANNUAIRE_${string}`, edition: number) =>
  noter(acte, action, { detail: { annee: acte.body.annee, edition, objet: acte.body.titre } })

const interdite = (annee: number, etat: EtatAnnuaire) =>
  erreur('ANNUAIRE_TRANSITION_INTERDITE', {
    annee: String(annee),
    etat: LIBELLES_ETATS_ANNUAIRE[etat],
  })

/** Opens the first edition of a year, or the one that corrects the last. @throws CORRECTION_A_EXPLIQUER */
async function ouvrir(acte: Acte, derniere: Edition | undefined): Promise<void> {
  const { db, body } = acte
  const { annee, correction } = body
  await moisEchus(acte, annee)
  if (derniere && !correction) throw erreur('CORRECTION_A_EXPLIQUER', { annee: String(annee) })
  const edition = (derniere?.edition ?? 0) + 1
  const { nature = null, texte = null } = (derniere && correction) ?? {}
  await insertEdition(db, {
    ...textesDe(body, derniere),
    annee,
    edition,
    nature,
    correction: texte,
  })
  await tracer(acte, derniere ? 'ANNUAIRE_CORRIGE' : 'ANNUAIRE_ENREGISTRE', edition)
}

const documentDe = (
  annee: number,
  contenu: Contenu,
  { formules, valeurs }: Coulisses,
): DocumentLu => ({
  annee,
  tableaux: contenu.chapitres.flatMap(({ tableaux }) => tableaux),
  formules,
  valeurs,
})

/** « le tableau T2.1 », « les tableaux T2.1, T3.3 ». */
const lesTableaux = (codes: readonly string[]) =>
  `${codes.length > 1 ? 'les tableaux' : 'le tableau'} ${codes.join(', ')}`

/** Attacks an edition as its readers could. @throws SECRET_RETROUVE, SECRET_NON_VERIFIE */
export async function verifierSecret(
  annee: number,
  { contenu, coulisses }: Pick<AnnuaireGenere, 'contenu' | 'coulisses'>,
  lues: readonly DocumentLu[],
  moyens?: Partial<MoyensDePreuve>,
): Promise<Preuve> {
  const document = documentDe(annee, contenu, coulisses)
  const demande = { seuil: contenu.seuilSecret, document, lues }
  const { chiffres, valeurs, retrouves, inacheves } = await prouverSecret(demande, moyens)
  const dire = (codes: readonly string[]) => ({
    annee: String(annee),
    tableaux: lesTableaux(codes),
  })
  if (retrouves.length > 0) throw erreur('SECRET_RETROUVE', dire(retrouves))
  if (inacheves.length > 0) throw erreur('SECRET_NON_VERIFIE', dire(inacheves))
  return { chiffres, valeurs }
}

/**
 * Freezes an edition: the forms that count, then what they make, once its secrecy is proved.
 * @throws ANNEE_SANS_DONNEES, CALCUL_TROP_LONG, SECRET_RETROUVE, SECRET_NON_VERIFIE
 */
export async function figer(
  cadre: Pick<Contexte, 'db' | 'maintenant'>,
  edition: Edition,
  moyens?: Moyens,
): Promise<void> {
  const { db, maintenant: le } = cadre
  const { id, annee, introductions, chapitresOmis: omis } = edition
  await insertSources(db, id, annee)
  const suite = await findSuite(db, { ...edition, arreteLe: le.toISOString() })
  const demande = { annee, source: { annuaireId: id }, soumis: false, introductions, omis, suite }
  const genere = await genererAnnuaire(cadre, demande, moyens)
  const { contenu, coulisses, etendue } = genere
  const preuve = await verifierSecret(annee, genere, await findLues(db, annee, suite))
  const chiffres = chiffresPublics(contenu, annee, etendue)
  await updateArret(db, id, { contenu, coulisses, preuve, chiffres, le })
}

/** @throws ANNEE_EN_COURS, and what `figer` throws */
async function arreter(acte: Acte, edition: Edition): Promise<void> {
  const { annee } = acte.body
  await moisEchus(acte, annee)
  if (!estFinie(annee, acte.maintenant)) throw erreur('ANNEE_EN_COURS', { annee: String(annee) })
  const textes = textesDe(acte.body, edition)
  await updateTextes(acte.db, edition.id, textes)
  await figer(acte, { ...edition, ...textes })
  await tracer(acte, 'ANNUAIRE_ARRETE', edition.edition)
}

/** Its last month is over. */
export const estFinie = (annee: number, le: Date): boolean => le.getUTCFullYear() > annee

async function publier(acte: Acte, edition: Edition): Promise<void> {
  const { db, agent, maintenant: le } = acte
  await updatePublication(db, edition, { le, par: agent.id })
  await tracer(acte, 'ANNUAIRE_PUBLIE', edition.edition)
}

/** One step of the life of an annuaire; the same step again, as one that lost its answer, does nothing. */
async function avancer(acte: Acte): Promise<void> {
  const { db, body } = acte
  const { annee, etat, version } = body
  await verrouillerAnnuaires(db)
  const derniere = await findEdition(db, { annee })
  const actuel = derniere?.etat
  if (actuel !== undefined && actuel === etat && etat !== 'PROVISOIRE') return
  if (version !== undefined && version !== (derniere?.version ?? 0))
    throw erreur('ANNUAIRE_VERSION_PERIMEE')
  if (etat === 'PROVISOIRE' && actuel !== 'PROVISOIRE') return ouvrir(acte, derniere)
  if (derniere && actuel === 'PROVISOIRE' && etat === 'PROVISOIRE') {
    await updateTextes(db, derniere.id, textesDe(body, derniere))
    return tracer(acte, 'ANNUAIRE_ENREGISTRE', derniere.edition)
  }
  if (derniere && actuel === 'PROVISOIRE' && etat === 'ARRETE') return arreter(acte, derniere)
  if (derniere && actuel === 'ARRETE' && etat === 'PUBLIE' && (await findContenu(db, derniere.id)))
    return publier(acte, derniere)
  throw interdite(annee, actuel ?? 'PROVISOIRE')
}

/**
 * Saves, freezes, publishes or reopens the annuaire of a year.
 * @throws CORRECTION_A_EXPLIQUER, ANNEE_EN_COURS, ANNUAIRE_TRANSITION_INTERDITE,
 * ANNUAIRE_VERSION_PERIMEE, CALCUL_TROP_LONG, SECRET_RETROUVE, SECRET_NON_VERIFIE
 */
export function enregistrerAnnuaire(acte: Acte): Promise<void> {
  return attendreSonTour(() => inTransaction(acte.db, (tx) => avancer({ ...acte, db: tx })))
}
