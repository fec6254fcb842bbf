import type { Evenement } from '@releve/contract/evenement/evenement.schema.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { type Agent, peut } from '../platform/agent.ts'
import type { Ecouter } from '../platform/base/ecoute.ts'
import { FLUX_MAX } from '../platform/connections.ts'
import { erreur } from '../platform/erreur.ts'
import { FluxOuvert } from '../platform/flux.ts'
import type { Db } from '../platform/route.ts'
import { estJetonOuvert } from '../session/programme.sql.ts'
import { estSessionOuverte } from '../session/session.sql.ts'
import { SANS_FIN } from '../structure/periode.sql.ts'
import { type Curseur, lireCurseur } from './curseur.ts'
import { type EvenementLu, type Lecture, LOT_EVENEMENTS, readEvenements } from './evenement.sql.ts'

/** Streams of one account: the tabs of a browser share one. */
export const FLUX_PAR_COMPTE = 6

/**
 * Silence that the servers placed in front, and our own, take for a dead connection is longer; and
 * a screen is never older, without saying so, than what it says of a lost line (30 s).
 */
const BATTEMENT_MS = 25_000
/** After how long a reading that failed is tried again. */
const REPRISE_MS = 1000
/** Seconds after which whoever found the process full may come again. */
const RETOUR = 30
/** Timers take no more. */
const DUREE_MAX = 2 ** 31 - 1

type Abonne = { agent: Agent; flux: FluxOuvert; suit: boolean }

/** What a person may hear of an event: the same rights as to read the thing. Null: nothing. */
function entendre({ id, ...agent }: Agent, lu: EvenementLu): Evenement | null {
  // Of people, who write to one another or have the same report open, a program hears nothing.
  if (agent.programme && (lu.genre === 'MESSAGE' || lu.genre === 'PRESENCE')) return null
  if (lu.genre === 'MESSAGE') return lu.destinataires?.includes(id) ? { genre: 'MESSAGE' } : null
  const { genre, numero, structureId, structure, modele, mois, annee, etat, version, par } = lu
  // A form that is there has all of these; the reading joins it.
  if (numero === null || structureId === null) return null
  if (!peut({ id, ...agent }, 'formulaire.lire', structureId)) return null
  if (genre === 'PIECE') return { genre, numero }
  if (genre === 'PRESENCE') return lu.destinataires?.includes(id) ? { genre, numero } : null
  if (genre !== 'FORMULAIRE' || !structure || !modele || !mois || !annee || !etat) return null
  return { genre, numero, structure, modele, mois, annee, etat, version: version ?? 0, par }
}

/** Of several events about one thing, the last: they all tell how it stands now. */
function sansDoublons(evenements: readonly EvenementLu[]): EvenementLu[] {
  const derniers = new Map<string, EvenementLu>()
  for (const lu of evenements) {
    const cle = `${lu.genre} ${lu.formulaireId ?? ''} ${lu.messageId ?? ''}`
    derniers.delete(cle)
    derniers.set(cle, lu)
  }
  return [...derniers.values()]
}

/** The text of events, the last one bearing the place where to resume. */
function texteDe(evenements: readonly Evenement[], curseur: string): string {
  return evenements
    .map((dit, rang) => {
      const id = rang === evenements.length - 1 ? `id: ${curseur}\n` : ''
      return `${id}data: ${JSON.stringify(dit)}\n\n`
    })
    .join('')
}

/** Whether this event takes away what the person has been let in by. */
function retireAcces({ agent }: Abonne, { genre, utilisateurId, sessionId }: EvenementLu): boolean {
  if (genre !== 'ACCES') return false
  if (sessionId !== null) return sessionId === agent.sessionId
  if (utilisateurId !== null) return utilisateurId === agent.id
  return agent.roles.includes('ROLE_STRUCTURE')
}

/** Whether this month gives or takes away a structure that the person reads without it. */
const changeAuMois = ({ agent }: Abonne, mois: number): boolean =>
  agent.mois !== mois &&
  agent.enfants.some(
    ({ du, au }) => (du <= mois && mois <= au) !== (du <= agent.mois && agent.mois <= au),
  )

/** Whether the passing of a month may change what the person reads. */
const tientAuMois = ({ agent }: Abonne): boolean =>
  agent.enfants.some(({ du, au }) => du > agent.mois || au !== SANS_FIN)

type Atelier = {
  db: Db
  maintenant: () => Date
  ecouter: Ecouter
  warn: (objet: object, message: string) => void
}

/**
 * Reads the events once for this process, as the base calls, and sends each to the streams that may
 * have it. At rest, nothing is asked of the base for a stream; without any, nothing at all.
 */
export class Diffusion {
  readonly #atelier: Atelier
  readonly #places: number
  readonly #abonnes = new Set<Abonne>()
  /** Where the readings of the process stand; null while nobody follows. */
  #place: Curseur | null = null
  /** Counts the moves of the place: whoever catches up sees that it moved under him. */
  #tours = 0
  #enCours: Promise<void> | undefined
  #redemandee = false
  #ecoute: (() => Promise<void>) | undefined
  #battement: NodeJS.Timeout | undefined

  /** @param places streams open at once */
  constructor(atelier: Atelier, places = FLUX_MAX) {
    this.#atelier = atelier
    this.#places = places
  }

  /** A stream of what happens in the agent's perimeter, from where he was. */
  async suivre(agent: Agent, reprise: string | null, maintenant: Date): Promise<FluxOuvert> {
    const abonne = this.#inscrire(agent)
    const { flux } = abonne
    this.#commencer()
    try {
      await this.#rattraper(abonne, reprise)
      // Closed since he was let in, before anyone listened for it.
      if (!(await this.#tient(agent))) flux.finir()
    } catch (echec) {
      flux.destroy()
      throw echec
    }
    const reste = Date.parse(agent.jetonExpireLe) - maintenant.getTime()
    const fin = setTimeout(() => flux.finir(), Math.min(reste, DUREE_MAX)).unref()
    flux.once('close', () => clearTimeout(fin))
    return flux
  }

  /** Streams open now. */
  compter(): number {
    return this.#abonnes.size
  }

  /** Ends them all: their readers come back to another process. */
  async fermer(): Promise<void> {
    for (const { flux } of this.#abonnes) flux.finir()
    clearInterval(this.#battement)
    await Promise.all([this.#ecoute?.(), this.#enCours])
  }

  /** Whether what he was let in by still holds. */
  #tient({ programme, sessionId }: Agent): Promise<boolean> {
    const { db } = this.#atelier
    if (programme) return estJetonOuvert(db, programme.id)
    return sessionId === null ? Promise.resolve(false) : estSessionOuverte(db, sessionId)
  }

  #inscrire(agent: Agent): Abonne {
    // Programs have streams of their own: they take none from who looks at his screen.
    const siens = [...this.#abonnes].filter(
      (un) => un.agent.id === agent.id && !un.agent.programme === !agent.programme,
    )
    if (siens.length >= FLUX_PAR_COMPTE) {
      const maximum = String(FLUX_PAR_COMPTE)
      throw erreur('SUIVIS_TROP_NOMBREUX', { maximum }, { attente: RETOUR })
    }
    if (this.#abonnes.size >= this.#places) throw erreur('SERVICE_OCCUPE', {}, { attente: RETOUR })
    const abonne = { agent, flux: new FluxOuvert(), suit: false }
    this.#abonnes.add(abonne)
    abonne.flux.once('close', () => this.#quitter(abonne))
    return abonne
  }

  #commencer(): void {
    this.#ecoute ??= this.#atelier.ecouter(() => this.#demander())
    this.#battement ??= setInterval(() => this.#battre(), BATTEMENT_MS).unref()
  }

  #quitter(abonne: Abonne): void {
    this.#abonnes.delete(abonne)
    if (this.#abonnes.size > 0) return
    this.#place = null
    clearInterval(this.#battement)
    this.#battement = undefined
  }

  #battre(): void {
    for (const { flux } of this.#abonnes) flux.envoyer(': \n\n')
    // A process may have died between what it committed and its call.
    this.#demander()
  }

  #avancer(curseur: string): void {
    this.#place = lireCurseur(curseur)
    this.#tours += 1
  }

  /** Reads soon; calls that come meanwhile make one more reading, not many. */
  #demander(): void {
    this.#redemandee = true
    // Kept in mind: it may be about what a first reading, under way, does not see.
    if (!this.#place) return
    this.#enCours ??= this.#relire()
  }

  async #relire(): Promise<void> {
    try {
      while (this.#redemandee && this.#place) {
        this.#redemandee = false
        const lecture = await readEvenements(this.#atelier.db, this.#place)
        if (!this.#place) break
        await this.#finirPerimes()
        this.#avancer(lecture.curseur)
        this.#diffuser(lecture)
      }
    } catch (err) {
      this.#atelier.warn({ err }, 'évènements en attente de la base')
      setTimeout(() => this.#demander(), REPRISE_MS).unref()
    } finally {
      this.#enCours = undefined
    }
  }

  /** A month begins without a write: who reads others from then on comes back, and says who he is. */
  async #finirPerimes(): Promise<void> {
    const concernes = [...this.#abonnes].filter(tientAuMois)
    if (concernes.length === 0) return
    const { db, maintenant } = this.#atelier
    const mois = await moisCourant({ db, maintenant: maintenant() })
    for (const abonne of concernes) if (changeAuMois(abonne, mois)) abonne.flux.finir()
  }

  #diffuser(lecture: Lecture): void {
    const { evenements, curseur, perimee } = lecture
    // First, so that whoever has lost his right hears nothing of what followed.
    const acces = evenements.filter(({ genre }) => genre === 'ACCES')
    for (const abonne of this.#abonnes) {
      if (acces.some((lu) => retireAcces(abonne, lu))) abonne.flux.finir()
    }
    // What was left out may take rights away: all come back, and say who they are.
    const trop = perimee || evenements.length > LOT_EVENEMENTS
    const dits = sansDoublons(evenements)
    for (const { agent, flux, suit } of this.#abonnes) {
      if (trop) flux.finir()
      else if (suit) {
        const entendus = dits.flatMap((lu) => entendre(agent, lu) ?? [])
        flux.envoyer(texteDe(entendus, curseur))
      }
    }
  }

  /** Says what was missed, then lets the stream follow with the others. */
  async #rattraper(abonne: Abonne, reprise: string | null): Promise<void> {
    let depuis = reprise === null ? null : lireCurseur(reprise)
    let recommencer = reprise !== null && depuis === null
    const manques: EvenementLu[] = []
    let lecture: Lecture
    let tour: number
    do {
      tour = this.#tours
      lecture = await readEvenements(this.#atelier.db, depuis)
      manques.push(...lecture.evenements)
      recommencer ||= lecture.perimee || manques.length > LOT_EVENEMENTS
      depuis = lireCurseur(lecture.curseur)
      // The others were told something meanwhile, that this reading may not hold.
    } while (this.#place && tour !== this.#tours)
    if (!this.#place) this.#avancer(lecture.curseur)
    if (this.#redemandee) this.#demander()
    abonne.suit = true
    const dits = recommencer
      ? [{ genre: 'RECOMMENCER' } as const]
      : sansDoublons(manques).flatMap((lu) => entendre(abonne.agent, lu) ?? [])
    abonne.flux.envoyer(texteDe([...dits, { genre: 'PRET' }], lecture.curseur))
  }
}
