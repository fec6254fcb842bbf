import {
  echeanceDe,
  estCollecte,
  jourVerrou,
  plusJours,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Octets } from '@releve/contract/fichier.ts'
import { avecDe, isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { adressePubliqueDe, type Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { jourEnLettres } from '../platform/jour.ts'
import { createOctets } from '../platform/octets.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import {
  type Abonne,
  deleteAbonnement,
  findAbonne,
  insertAbonnement,
  listAttendus,
  listRouverts,
  type MoisAttendu,
  type MoisRouvert,
  updateLecture,
} from './abonnement.sql.ts'

/** A thing of whole days, as a calendar program shows it. */
export type EvenementIcs = {
  /** The same for as long as the thing is the same. */
  uid: string
  /** When what it says was last settled. */
  dtstamp: Date
  /** First and last day, both included: `AAAA-MM-JJ`. */
  du: string
  au: string
  titre: string
  description: string
}

const JOUR_MS = 86_400_000
const date = (jour: string): string => jour.replaceAll('-', '')
const lendemain = (jour: string): string =>
  date(new Date(Date.parse(jour) + JOUR_MS).toISOString().slice(0, 10))
/** `20250320T100000Z` */
const instant = (le: Date): string => le.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** A text value (RFC 5545, 3.3.11): what parts values is escaped; no other control character. */
const echapper = (texte: string): string =>
  texte
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ')

const OCTETS_MAX = 75

/** A content line, folded so that none is longer than 75 bytes, no character cut (3.1). */
function plier(ligne: string): string {
  const lignes: string[] = []
  let courante = ''
  let octets = 0
  for (const signe of ligne) {
    const taille = Buffer.byteLength(signe)
    if (octets + taille > OCTETS_MAX) {
      lignes.push(courante)
      // The space that begins what goes on counts.
      courante = ' '
      octets = 1
    }
    courante += signe
    octets += taille
  }
  return [...lignes, courante].join('\r\n')
}

function lignesDe({ uid, dtstamp, du, au, titre, description }: EvenementIcs): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${echapper(uid)}`,
    `DTSTAMP:${instant(dtstamp)}`,
    `DTSTART;VALUE=DATE:${date(du)}`,
    // The day after the last one: the end is not included.
    `DTEND;VALUE=DATE:${lendemain(au)}`,
    `SUMMARY:${echapper(titre)}`,
    `DESCRIPTION:${echapper(description)}`,
    // Whole days that leave their owner free.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** An iCalendar stream (RFC 5545). Its days are dates: they are of no time zone. */
export function composeIcs(nom: string, evenements: readonly EvenementIcs[]): string {
  const lignes = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Relevé//Calendrier de collecte//FR',
    'CALSCALE:GREGORIAN',
    `NAME:${echapper(nom)}`,
    `X-WR-CALNAME:${echapper(nom)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...evenements.flatMap(lignesDe),
    'END:VCALENDAR',
  ]
  return lignes.map((ligne) => `${plier(ligne)}\r\n`).join('')
}

/** Gives the agent an address; the one that he had is worth nothing any more. */
export async function creerAbonnement(contexte: Contexte) {
  const { db, agent, maintenant } = contexte
  const jeton = await insertAbonnement(db, agent.id, maintenant)
  await noter(contexte, 'ABONNEMENT_CREE', {})
  return { creeLe: maintenant.toISOString(), luLe: null, jeton }
}

/** Takes the agent's address away, if he has one. */
export async function supprimerAbonnement(contexte: Contexte) {
  const { db, agent } = contexte
  if (await deleteAbonnement(db, agent.id)) await noter(contexte, 'ABONNEMENT_RETIRE', {})
  return { creeLe: null, luLe: null }
}

/** Months that a feed tells: before the current one, and from it on. */
const MOIS_PASSES = 6
const MOIS_A_VENIR = 12
/** Days during which what is past stays in a feed. */
const JOURS_PASSES = 60
/** Structures that an event names; the others are counted. */
const NOMMEES = 20

function enumerer(libelles: readonly string[]): string {
  const reste = libelles.length - NOMMEES
  const noms = libelles.slice(0, NOMMEES).join(', ')
  return reste > 0 ? `${noms} et ${reste} autres` : noms
}

type Source = { reglages: Reglages; hote: string; regleLe: string | null }

/** When a month's days were settled: by the last change of the calendar, else when it began. */
const regleLe = (rang: number, source: Source) =>
  new Date(source.regleLe ?? `${isoDe(periodeDe(rang))}-01T00:00:00Z`)

/** A month's due day, and its last day of entry. */
function evenementsDuMois({ rang, libelles, couverts }: MoisAttendu, source: Source) {
  const periode = periodeDe(rang)
  // Of a structure that has begun one which nobody expects any more, the month alone.
  const dites = (couverts.length > 0 ? couverts : [1]).map((n) => libellePeriode(periode, n))
  const qui = libelles.length > 0 ? `Structures\u00a0: ${enumerer(libelles)}.` : ''
  const echeance = echeanceDe(periode, source.reglages)
  const dernier = plusJours(jourVerrou(periode, source.reglages), -1)
  const jour = (cle: string, du: string, titre: string, phrase: string): EvenementIcs => ({
    uid: `${cle}-${isoDe(periode)}@${source.hote}`,
    dtstamp: regleLe(rang, source),
    du,
    au: du,
    titre,
    description: [phrase, qui].filter(Boolean).join('\n'),
  })
  return [
    jour(
      'echeance',
      echeance,
      `Échéance\u00a0: rapports ${dites.map(avecDe).join(', ')}`,
      'Dernier jour pour soumettre à temps.',
    ),
    jour(
      'cloture',
      dernier,
      `Dernier jour de saisie\u00a0: ${dites.join(', ')}`,
      couverts.some((n) => n > 1)
        ? 'La saisie de ces rapports se ferme à minuit.'
        : 'La saisie de ce mois se ferme à minuit.',
    ),
  ]
}

function evenementRouvert({ id, rang, structure, ...rouvert }: MoisRouvert, hote: string) {
  const mois = libellePeriode(periodeDe(rang))
  return {
    uid: `reouverture-${id}@${hote}`,
    dtstamp: new Date(rouvert.rouverteLe),
    du: rouvert.du,
    au: rouvert.jusqua,
    titre: `Mois rouvert\u00a0: ${mois}, ${structure}`,
    description: `La saisie de ce mois est ouverte à ${structure} jusqu’au ${jourEnLettres(rouvert.jusqua)} compris\u202f; c’est l’échéance de ses rapports qui n’ont pas été reçus.`,
  }
}

async function listEvenements(
  db: Db,
  { structures, central, regleLe: le }: Abonne,
  { hote, maintenant }: { hote: string; maintenant: Date },
): Promise<EvenementIcs[]> {
  const { reglages, jour } = await aujourdhui({ db, maintenant })
  const courant = rangCourant(maintenant, reglages.fuseau)
  const total = MOIS_PASSES + MOIS_A_VENIR
  const rangs = Array.from({ length: total }, (_, n) => courant - MOIS_PASSES + n)
  const ids = structures.map(({ id }) => id)
  const mois = await listAttendus(db, ids, rangs)
  const depuis = plusJours(jour, -JOURS_PASSES)
  const rouverts = await listRouverts(db, central ? null : ids, { depuis, fuseau: reglages.fuseau })
  const source = { reglages, hote, regleLe: le }
  return [
    ...mois
      .filter(({ rang, libelles, couverts }) =>
        central
          ? couverts.length > 0 && estCollecte(periodeDe(rang), reglages)
          : libelles.length > 0,
      )
      .flatMap((un) => evenementsDuMois(un, source))
      .filter(({ du }) => du >= depuis),
    ...rouverts.map((rouvert) => evenementRouvert(rouvert, hote)),
  ]
}

/** By network address, in an hour: a whole ministry may share one, and nobody guesses 256 bits. */
const QUOTA = { maximum: 1200, fenetre: 3_600_000 }

type Demande = { jeton: string; adresse: string; config: Config; maintenant: Date }

/**
 * What a calendar program reads by a personal address. `db` is the plain handle: the count stays.
 * @throws ABONNEMENT_INTROUVABLE: unknown, renewed, taken away, or its account blocked: alike.
 */
export async function lireFlux(
  db: Db,
  { jeton, adresse, config, maintenant }: Demande,
): Promise<Octets> {
  await compterDemande(db, `calendrier:${adresse}`, QUOTA, maintenant)
  const abonne = await findAbonne(db, jeton)
  if (!abonne) throw erreur('ABONNEMENT_INTROUVABLE')
  await updateLecture(db, jeton, maintenant)
  const { hostname: hote } = new URL(adressePubliqueDe(config))
  const evenements = await listEvenements(db, abonne, { hote, maintenant })
  const texte = composeIcs('Relevé\u00a0: calendrier de collecte', evenements)
  return { ...createOctets(texte, 'text/calendar; charset=utf-8'), personnel: true }
}
