import type { Formulaire, LigneHistorique } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees, Valeur } from '@releve/contract/modele/modele.schema.ts'
import { expect, vi } from 'vitest'
import { EchecApi } from '../../../api/envoi.ts'
import { type Appel, type Fenetre, type Lieu, type Nom, Terrain } from './deux.monde.banc.ts'

const CASES = ['A', 'B', 'C', 'D', 'LIG.aaaaaaaaaaaa.N'] as const
const NOMS: readonly Nom[] = ['awa', 'binta']
const FENETRES_MAX = 4

/** A draw that its seed makes again (mulberry32). */
function tirage(graine: number) {
  let etat = graine >>> 0
  const tirer = () => {
    etat = (etat + 0x6d2b79f5) >>> 0
    let t = Math.imul(etat ^ (etat >>> 15), 1 | etat)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const rang = (n: number) => Math.floor(tirer() * n)
  return { tirer, rang, chance: (part: number) => tirer() < part }
}

/** What a window's person has seen of a cell when he last acted on it, and what he wants there. */
type Memoire = {
  vues: Set<Valeur | null>
  voulue: { valeur: Valeur | null } | null
  /** The how-manieth gesture of all. */
  rang: number
}

/** What a save overwrites must have been before the eyes of its author: noted as it leaves. */
type ValeursVues = Map<string, ReadonlySet<Valeur | null>>

/** Each figure typed is another: it tells who typed it. */
let prochaine = 1

function exigerEgal<T>(vu: T, attendu: T, dit?: string): void {
  expect(vu, dit).toEqual(attendu)
}

function exigerDans<T>(liste: readonly T[], attendu: T, dit?: string): void {
  expect(liste, dit).toContain(attendu)
}

function exigerMoins(n: number, borne: number, dit: string): void {
  expect(n, dit).toBeLessThan(borne)
}

const copier = (donnees: Donnees): Donnees => ({ ...donnees })
const ecart = (avant: Donnees, apres: Donnees) =>
  CASES.filter((adresse) => (avant[adresse] ?? null) !== (apres[adresse] ?? null)).map(
    (cellule) => ({
      cellule,
      avant: avant[cellule] ?? null,
      apres: apres[cellule] ?? null,
    }),
  )

/** A draw of acts on one report, and what must hold after each of them. */
export class Partie {
  readonly terrain: Terrain
  readonly de: ReturnType<typeof tirage>
  readonly trace: string[] = []
  readonly vus = new Map<string, number>()
  /** The lines of history that the saves must have written, one for each version. */
  readonly ecrits: LigneHistorique[] = []
  readonly attendus: { agent: string; cellules: ReturnType<typeof ecart> }[] = []
  private readonly memoires = new Map<Fenetre, Map<string, Memoire>>()
  private readonly vuesDe = new Map<object, ValeursVues>()
  /** All that the server has held, cell by cell. */
  private readonly tenues = new Set<string>()
  /** What windows that are closed have left in the notebook. */
  private restes: { nom: Nom; adresse: string; valeur: Valeur | null }[] = []
  private readonly focus = new Map<Nom, Fenetre>()
  private verite: Donnees = {}
  private gestes = 0

  private constructor(lieu: Lieu, graine: number) {
    this.terrain = new Terrain(lieu)
    this.de = tirage(graine)
  }

  static async ouvrir(lieu: Lieu, graine: number): Promise<Partie> {
    const partie = new Partie(lieu, graine)
    partie.apprendre(await partie.terrain.lire('awa'))
    for (const nom of NOMS) await partie.ouvrirFenetre(nom)
    return partie
  }

  async jouer(): Promise<void> {
    const { de, terrain } = this
    const fenetre = this.une(terrain.fenetres)
    if (!fenetre) return this.ouvrirFenetre(this.une(NOMS) ?? 'awa')
    const tire = de.tirer()
    if (tire < 0.34) this.faireUnGeste(fenetre)
    else if (tire < 0.63) await this.avancer()
    else if (tire < 0.72) this.evenement(fenetre)
    else if (tire < 0.81) await vi.advanceTimersByTimeAsync(100 + de.rang(2500))
    else if (tire < 0.86) this.trancher(this.une(terrain.fenetres.filter(enConflit)))
    else if (tire < 0.88) await this.fantome()
    else if (tire < 0.9) await this.partir(fenetre)
    else if (tire < 0.97) this.suivreFenetre(fenetre)
    else if (tire < 0.98) void fenetre.ouvert.liaison.retenter()
    else if (terrain.fenetres.length < FENETRES_MAX) {
      await this.ouvrirFenetre(this.une(NOMS) ?? 'awa')
    }
    await vi.advanceTimersByTimeAsync(0)
  }

  /** The line is back, all that waits is sent, all that must be chosen is: both ends are alike. */
  async conclure(): Promise<void> {
    const { terrain } = this
    for (let tour = 0; ; tour += 1) {
      exigerMoins(tour, 60, 'ne se pose jamais')
      for (const nom of NOMS) {
        // What a killed window left is sent by the next that opens.
        const attendent = terrain.fenetres.some(
          ({ nom: sien, ouvert }) => sien === nom && ouvert.liaison.nonEnregistre(),
        )
        if (terrain.coffre(nom).size > 0 && !attendent) await this.ouvrirFenetre(nom)
      }
      for (const fenetre of terrain.fenetres) await this.poser(fenetre)
      await this.ecouler()
      await vi.advanceTimersByTimeAsync(31_000)
      await this.ecouler()
      const reste = terrain.fenetres.some(
        (fenetre) => fenetre.ouvert.liaison.nonEnregistre() || enConflit(fenetre),
      )
      const laisse = NOMS.some((nom) => terrain.coffre(nom).size > 0)
      if (!reste && !laisse && terrain.appels.length === 0) break
    }
    // The last event comes to all.
    for (const fenetre of terrain.fenetres) this.evenement(fenetre)
    await this.ecouler()
    await this.verifierFin()
    for (const fenetre of terrain.fenetres) await fenetre.ouvert.liaison.fermer()
  }

  private une<T>(choix: readonly T[]): T | undefined {
    return choix[this.de.rang(choix.length)]
  }

  private noter(fenetre: Fenetre | null, fait: string, dit = ''): void {
    this.vus.set(fait, (this.vus.get(fait) ?? 0) + 1)
    this.trace.push(`${fenetre?.libelle ?? 'serveur'} ${fait} ${dit}`)
  }

  private memoire(fenetre: Fenetre, adresse: string): Memoire {
    const parCase = this.memoires.get(fenetre) ?? new Map<string, Memoire>()
    this.memoires.set(fenetre, parCase)
    const memoire = parCase.get(adresse) ?? {
      vues: new Set<Valeur | null>(),
      voulue: null,
      rang: 0,
    }
    parCase.set(adresse, memoire)
    return memoire
  }

  private apprendre({ donnees }: Formulaire): void {
    this.verite = copier(donnees)
    for (const adresse of CASES) this.tenues.add(`${adresse}=${donnees[adresse] ?? null}`)
  }

  /** What a gesture does to cells: what was seen there, and what is wanted now. */
  private geste(fenetre: Fenetre, dit: string, agir: () => void): void {
    const { lecture } = fenetre.ouvert
    const avant = CASES.map((adresse) => ({ adresse, etat: lecture.lire(adresse) }))
    agir()
    this.focus.set(fenetre.nom, fenetre)
    this.noter(fenetre, dit)
    for (const { adresse, etat } of avant) {
      const apres = lecture.lire(adresse)
      if (apres.texte === etat.texte && apres.erreur === etat.erreur) continue
      const memoire = this.memoire(fenetre, adresse)
      memoire.vues.add(etat.valeur ?? null)
      this.gestes += 1
      memoire.rang = this.gestes
      memoire.voulue = apres.erreur === null ? { valeur: apres.valeur ?? null } : null
      // What a window of his that is closed had left there: his last gesture holds.
      this.oublierReste(fenetre.nom, adresse)
      this.trace.push(`   ${adresse} : ${etat.texte} -> ${apres.texte}`)
    }
  }

  private oublierReste(nom: Nom, adresse: string): void {
    this.restes = this.restes.filter((reste) => reste.nom !== nom || reste.adresse !== adresse)
  }

  private faireUnGeste(fenetre: Fenetre): void {
    // The dialog that asks stands over the page.
    if (enConflit(fenetre)) return
    const { de } = this
    const { entree } = fenetre.ouvert
    const adresse = this.une(CASES) ?? 'A'
    const tire = de.tirer()
    if (tire < 0.6) this.geste(fenetre, 'tape', () => entree.taper(adresse, this.texte()))
    else if (tire < 0.72) {
      const textes = [adresse, this.une(CASES) ?? 'B'].map((a) => [a, this.texte()] as const)
      this.geste(fenetre, 'colle', () => entree.poser(textes))
    } else if (tire < 0.84) this.geste(fenetre, 'annule', () => entree.annuler())
    else if (tire < 0.9) this.geste(fenetre, 'refait', () => entree.refaire())
    else entree.quitter(adresse)
  }

  private texte(): string {
    if (this.de.chance(0.08)) return 'abc'
    if (this.de.chance(0.1)) return ''
    prochaine += 1
    return String(prochaine)
  }

  /** A call goes, or comes back; or the line breaks, before or after the server has it. */
  private async avancer(): Promise<void> {
    const appel = this.une(this.terrain.appels)
    if (!appel) return
    const { fenetre } = appel
    if (appel.reponse) {
      this.retirer(appel)
      if (this.de.chance(0.15)) return this.rompre(appel, 'réponse perdue')
      return this.rendre(appel)
    }
    if (!this.de.chance(0.2)) return this.envoyer(appel)
    this.retirer(appel)
    if (appel.corps && this.de.chance(0.3)) {
      const corps = this.corpsDe(appel)
      this.terrain.fantomes.push({ nom: fenetre.nom, corps })
      this.vuesDe.set(corps, this.vuesNotees(appel))
    }
    this.rompre(appel, 'coupé')
  }

  private retirer(appel: Appel): void {
    this.terrain.appels = this.terrain.appels.filter((autre) => autre !== appel)
  }

  private rompre({ fenetre, echouer }: Appel, fait: string): void {
    this.noter(fenetre, fait)
    echouer(new EchecApi(0, {}))
  }

  private rendre({ fenetre, reponse, corps, rendre, echouer }: Appel): void {
    if (!reponse) return
    if ('echec' in reponse) {
      this.noter(fenetre, 'refus', reponse.echec.code)
      echouer(reponse.echec)
    } else {
      this.noter(fenetre, corps ? 'enregistre' : 'fusion', `v${reponse.recu.version}`)
      rendre(reponse.recu)
    }
  }

  /** What a save takes with it, once: the same when it is sent again late. */
  private corpsDe(appel: Appel): object {
    const { fenetre, corps } = appel
    fenetre.envois += 1
    const { numero } = this.terrain.lieu
    return { numero, poste: fenetre.poste, envoi: fenetre.envois, ...corps }
  }

  private vuesNotees({ fenetre, corps }: Appel): ValeursVues {
    const adresses = Object.keys(corps?.donnees ?? {})
    return new Map(adresses.map((a) => [a, new Set(this.memoire(fenetre, a).vues)]))
  }

  private async envoyer(appel: Appel): Promise<void> {
    const { fenetre, corps } = appel
    try {
      const recu = corps
        ? await this.sauver(fenetre.nom, this.corpsDe(appel), this.vuesNotees(appel))
        : await this.terrain.lire(fenetre.nom)
      appel.reponse = { recu }
    } catch (echec) {
      if (!(echec instanceof EchecApi)) throw echec
      exigerEgal(echec.code, 'CELLULES_EN_CONFLIT', echec.libelle)
      appel.reponse = { echec }
    }
  }

  /** Writes, and judges what was written over. */
  private async sauver(nom: Nom, corps: object, vues: ValeursVues): Promise<Formulaire> {
    const avant = this.verite
    const recu = await this.terrain.modifier(nom, corps)
    const lot = Reflect.get(corps, 'donnees') as Donnees
    this.apprendre(recu)
    const cellules = ecart(avant, recu.donnees)
    this.noter(
      null,
      'écrit',
      `v${recu.version} ${nom} ${JSON.stringify(cellules)} ${JSON.stringify(corps)}`,
    )
    if (cellules.length > 0) this.attendus.push({ agent: nom, cellules })
    for (const [adresse, valeur] of Object.entries(lot)) {
      exigerEgal(recu.donnees[adresse] ?? null, valeur, `${adresse} acquittée`)
      const perdue = avant[adresse] ?? null
      if (perdue === valeur) continue
      const connues = [...(vues.get(adresse) ?? [])]
      exigerDans(connues, perdue, `${adresse} : ${perdue} remplacé sans avoir été vu`)
    }
    for (const { cellule } of cellules) exigerDans(Object.keys(lot), cellule)
    return recu
  }

  private async fantome(): Promise<void> {
    const tard = this.terrain.fantomes.shift()
    if (!tard) return
    this.noter(null, 'arrive en retard', JSON.stringify(tard.corps))
    try {
      await this.sauver(tard.nom, tard.corps, this.vuesDe.get(tard.corps) ?? new Map())
    } catch (echec) {
      if (!(echec instanceof EchecApi)) throw echec
      exigerEgal(echec.code, 'CELLULES_EN_CONFLIT')
    }
  }

  /** An event tells that the report has changed: it is read again. */
  private evenement(fenetre: Fenetre): void {
    void fenetre.relire().catch(() => undefined)
  }

  private trancher(fenetre: Fenetre | undefined): void {
    if (!fenetre) return
    const { conflits } = fenetre
    fenetre.conflits = []
    const leurs = conflits.filter(() => this.de.chance(0.5))
    for (const conflit of conflits) {
      const { adresse, leur, mienne } = conflit
      const memoire = this.memoire(fenetre, adresse)
      const pris = leurs.includes(conflit)
      if (pris) {
        memoire.voulue = null
        this.oublierReste(fenetre.nom, adresse)
      } else memoire.vues.add(leur)
      this.noter(
        fenetre,
        pris ? 'prend la leur' : 'garde la sienne',
        `${adresse} ${mienne} ${leur}`,
      )
    }
    this.noter(fenetre, 'conflit')
    void fenetre.ouvert.liaison.trancher(leurs.map(({ adresse }) => adresse))
  }

  /** The browser tells a window what another of the same person wrote in the notebook. */
  private suivreFenetre(fenetre: Fenetre): void {
    const autre = this.focus.get(fenetre.nom)
    if (!autre || autre === fenetre || enConflit(fenetre)) return
    const { lecture, liaison } = fenetre.ouvert
    const avant = CASES.map((adresse) => ({ adresse, texte: lecture.lire(adresse).texte }))
    liaison.suivreCarnet(fenetre.carnet.relire())
    for (const { adresse, texte } of avant) {
      const { texte: apres, erreur, valeur } = lecture.lire(adresse)
      if (apres === texte) continue
      this.noter(fenetre, 'suit son autre fenêtre', `${adresse} ${texte} -> ${apres}`)
      const memoire = this.memoire(fenetre, adresse)
      for (const vue of this.memoire(autre, adresse).vues) memoire.vues.add(vue)
      memoire.voulue = erreur === null ? { valeur: valeur ?? null } : null
    }
  }

  private async ouvrirFenetre(nom: Nom): Promise<void> {
    const autres = [...this.memoires].filter(([fenetre]) => fenetre.nom === nom)
    const fenetre = await this.terrain.ouvrir(nom)
    this.noter(fenetre, 'ouvre', `v${fenetre.tenu.version}`)
    const textes = fenetre.carnet.relire()?.textes ?? {}
    for (const [adresse, texte] of Object.entries(textes)) {
      this.noter(fenetre, 'retrouve', `${adresse} ${texte}`)
      const memoire = this.memoire(fenetre, adresse)
      for (const [, parCase] of autres) {
        for (const vue of parCase.get(adresse)?.vues ?? []) memoire.vues.add(vue)
      }
      const { erreur, valeur } = fenetre.ouvert.lecture.lire(adresse)
      memoire.voulue = erreur === null ? { valeur: valeur ?? null } : null
    }
  }

  /** The page is left, its last save on the way; or it is killed, and its calls with it. */
  private async partir(fenetre: Fenetre): Promise<void> {
    const tuee = this.de.chance(0.5)
    this.noter(fenetre, tuee ? 'tuée' : 'ferme')
    const { terrain } = this
    terrain.fenetres = terrain.fenetres.filter((autre) => autre !== fenetre)
    if (this.focus.get(fenetre.nom) === fenetre) this.focus.delete(fenetre.nom)
    if (!tuee) void fenetre.ouvert.liaison.fermer()
    else this.tuer(fenetre)
    await vi.advanceTimersByTimeAsync(0)
    const laisses = fenetre.carnet.relire()?.textes ?? {}
    for (const [adresse, { voulue, rang }] of this.memoires.get(fenetre) ?? []) {
      const texte = laisses[adresse]
      // Killed before the notebook had it, or typed over since in another window.
      if (!voulue || texte === undefined || texte !== String(voulue.valeur ?? '')) continue
      const apres = terrain.fenetres.some(
        (autre) => autre.nom === fenetre.nom && this.memoire(autre, adresse).rang > rang,
      )
      if (apres) continue
      this.restes.push({ nom: fenetre.nom, adresse, valeur: voulue.valeur })
    }
  }

  private tuer(fenetre: Fenetre): void {
    const { terrain } = this
    for (const appel of terrain.appels.filter((autre) => autre.fenetre === fenetre)) {
      this.retirer(appel)
      if (appel.reponse || !appel.corps || this.de.chance(0.5)) continue
      const corps = this.corpsDe(appel)
      terrain.fantomes.push({ nom: fenetre.nom, corps })
      this.vuesDe.set(corps, this.vuesNotees(appel))
    }
    // Dead: it neither sends nor writes any more.
    fenetre.mourir()
  }

  /** All calls go and come back, and those that were late arrive. */
  private async ecouler(): Promise<void> {
    for (let n = 0; ; n += 1) {
      exigerMoins(n, 200, 'des appels sans fin')
      const [appel] = this.terrain.appels
      if (appel && !appel.reponse) await this.envoyer(appel)
      else if (appel) {
        this.retirer(appel)
        this.rendre(appel)
      } else if (this.terrain.fantomes.length > 0) await this.fantome()
      else return
      await vi.advanceTimersByTimeAsync(0)
    }
  }

  /** Nothing is left in a window that cannot be saved: choices are made, texts set right. */
  private async poser(fenetre: Fenetre): Promise<void> {
    if (enConflit(fenetre)) return this.trancher(fenetre)
    const { entree, lecture, liaison } = fenetre.ouvert
    for (const adresse of CASES) {
      if (lecture.lire(adresse).erreur === null) continue
      prochaine += 1
      this.geste(fenetre, 'corrige', () => entree.taper(adresse, String(prochaine)))
    }
    for (const adresse of CASES) entree.quitter(adresse)
    void liaison.retenter()
    this.evenement(fenetre)
    await vi.advanceTimersByTimeAsync(0)
  }

  private async verifierFin(): Promise<void> {
    const { terrain } = this
    const fin = await terrain.lire('awa')
    exigerEgal(ecart(this.verite, fin.donnees), [], 'le serveur a changé sans acte')
    for (const fenetre of terrain.fenetres) {
      for (const adresse of CASES) {
        const dit = `${fenetre.libelle} ${adresse}`
        exigerEgal(fenetre.valeur(adresse), fin.donnees[adresse] ?? null, dit)
      }
      for (const [adresse, { voulue }] of this.memoires.get(fenetre) ?? []) {
        if (voulue) this.verifierTenue(adresse, voulue.valeur, fenetre.libelle)
      }
    }
    for (const { nom, adresse, valeur } of this.restes) this.verifierTenue(adresse, valeur, nom)
    await this.verifierHistoire()
  }

  private verifierTenue(adresse: string, valeur: Valeur | null, qui: string): void {
    exigerDans([...this.tenues], `${adresse}=${valeur}`, `${qui} a tapé ${valeur} en ${adresse}`)
  }

  /** The record tells each change, in order, with its author. */
  private async verifierHistoire(): Promise<void> {
    const lignes = await this.terrain.listHistorique(this.attendus.length)
    this.ecrits.push(...lignes)
    const dites = lignes.map(({ agent, cellules }) => ({
      agent,
      cellules: cellules.toSorted((a, b) => a.cellule.localeCompare(b.cellule)),
    }))
    const attendues = this.attendus.map(({ agent, cellules }) => ({
      agent,
      cellules: cellules.toSorted((a, b) => a.cellule.localeCompare(b.cellule)),
    }))
    exigerEgal(dites.toReversed(), attendues)
  }
}

const enConflit = ({ conflits }: Fenetre): boolean => conflits.length > 0
