import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { assert } from 'vitest'
import { reussi } from '../formulaires.ts'
import { publierModele } from '../modeles.ts'
import * as actes from './actes.ts'
import { ecart, moisDuJour, plus } from './dates.ts'
import { type Monde, ouvrirMonde } from './monde.ts'
import { importerComptes, importerLieux, publier, sourceDe, tirage } from './pays.ts'
import { type Agent, type Lettre, type Lieu, Reference } from './reference.ts'

/** The zone of the platform is so many hours ahead, all year. */
const AVANCE = 3
const MIDI = 12

const PREMIER_JOUR = '2026-09-14'
const mois = (iso: string): number => moisDuJour(`${iso}-01`)

type Pays = { structures: number; comptes: number }

const direDe = ({ a, objet, texte }: Lettre): string => [a, objet, texte].join('\n')

/** A country that begins to report, lived day by day, and each mail held against the reference. */
export class Vie {
  jour = PREMIER_JOUR
  readonly reference = new Reference()
  private readonly attendues: Lettre[] = []
  private readonly fautes: string[] = []
  private readonly rapports = new Map<string, actes.FormulaireVecu>()
  /** On which day from its due date each report is submitted; null: never. */
  private readonly projets = new Map<string, number | null>()
  /** Structures that are changed once, and those that nothing happens to. */
  private readonly touchees = new Set<string>()
  private readonly calmes = new Set<string>()
  private readonly compte = new Map<string, number>()
  private rouvertes: number[] = []
  private ouvertures = 0
  private coupee = false
  readonly monde: Monde
  private readonly hasard: () => number

  private constructor(monde: Monde, hasard: () => number) {
    this.monde = monde
    this.hasard = hasard
  }

  /** The first day: models, structures and accounts are there, and nothing is asked of anybody. */
  static async ouvrir(graine: number, pays: Pays): Promise<Vie> {
    const hasard = tirage(graine)
    const monde = await ouvrirMonde(new Date(`${plus(PREMIER_JOUR, -1)}T12:00:00Z`))
    const vie = new Vie(monde, hasard)
    const { reference } = vie
    reference.direction = [monde.dpps, monde.dppsBis].map(
      ({ identifiant }) => `${identifiant}@exemple.org`,
    )
    await actes.ajouterFeries(vie.vecu(), '03-25')
    await publier(monde, reference)
    await importerLieux(monde, reference, { nombre: pays.structures, hasard })
    const { comptes: nombre } = pays
    vie.attendre(await importerComptes(monde, reference, { nombre, hasard }))
    return vie
  }

  private vecu = (): actes.Vecu => ({
    monde: this.monde,
    reference: this.reference,
    jour: this.jour,
  })

  private attendre(lettres: readonly Lettre[], quoi = 'courriels'): void {
    this.attendues.push(...lettres)
    this.compter(quoi, lettres.length)
  }

  private compter(quoi: string, nombre = 1): void {
    this.compte.set(quoi, (this.compte.get(quoi) ?? 0) + nombre)
  }

  private choisir<T>(parmi: readonly T[], nombre: number): T[] {
    return parmi
      .map((un) => [this.hasard(), un] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, nombre)
      .map(([, un]) => un)
  }

  private lieux = (etat: Lieu['etat']): Lieu[] =>
    [...this.reference.lieux.values()].filter(
      (lieu) => lieu.etat === etat && !lieu.code.startsWith('DR-') && !this.calmes.has(lieu.code),
    )

  private agents = (): Agent[] =>
    [...this.reference.agents.values()].filter(
      ({ structures }) => !structures.some((code) => this.calmes.has(code)),
    )

  /** Three who are told of each message, three of those of the day; their structures never report. */
  async choisirAvis(): Promise<void> {
    const seuls = this.agents().filter(
      ({ structures: [siege = '', ...autres] }) =>
        autres.length === 0 && !siege.startsWith('DR-') && this.lieuDe(siege).ouverture < '2026-08',
    )
    for (const [n, agent] of this.choisir(seuls, 6).entries()) {
      await actes.choisirAvis(this.vecu(), agent, n % 2 === 0 ? 'CHAQUE' : 'QUOTIDIEN')
      for (const code of agent.structures) this.calmes.add(code)
    }
  }

  private lieuDe = (code: string): Lieu => this.reference.lieu(code)

  /** One day: acts of the morning, of noon, and what leaves by itself all along. */
  async vivre(): Promise<void> {
    // Nothing leaves at night: a few nights tell it.
    const nuit = this.coupee || this.jour.endsWith('-01')
    if (nuit) await this.passer(0)
    this.aller(6)
    await this.saisir()
    if (nuit) await this.passer(6)
    await this.passer(7)
    this.aller(MIDI)
    await this.evenement()
    await this.animer()
    await this.passer(13)
    if (nuit) await this.passer(19)
    this.jour = plus(this.jour, 1)
  }

  private aller(heure: number): void {
    const minuit = Date.parse(`${this.jour}T00:00:00Z`)
    this.monde.horloge.maintenant = new Date(minuit + (heure - AVANCE) * 3_600_000)
  }

  /** What leaves now is what should. */
  private async passer(heure: number): Promise<void> {
    this.aller(heure)
    this.attendre(this.reference.passer(this.jour, heure), 'relances')
    this.attendre(this.reference.resumer(this.jour, heure), 'résumés')
    const parties = await this.monde.passer()
    if (this.coupee) {
      if (parties.length > 0) this.fautes.push(`${this.jour} ${heure} h : parti sans serveur`)
      return
    }
    this.comparer(parties, heure)
  }

  /** Once the line is back, what waited may take a day to leave: it is still expected. */
  private comparer(parties: readonly Lettre[], heure: number): void {
    const restent = this.attendues.map(direDe)
    const deTrop: string[] = []
    for (const dite of parties.map(direDe)) {
      const rang = restent.indexOf(dite)
      if (rang < 0) deTrop.push(dite)
      else {
        restent.splice(rang, 1)
        this.attendues.splice(rang, 1)
      }
    }
    const manquent = this.jour >= '2026-11-06' && this.jour <= '2026-11-07' ? [] : restent
    for (const [quoi, dites] of [
      ['de trop', deTrop],
      ['manque', manquent],
    ] as const) {
      for (const dite of dites) this.fautes.push(`${this.jour} ${heure} h, ${quoi} : ${dite}`)
    }
    if (this.fautes.length > 0) throw new Error(this.fautes.slice(0, 6).join('\n\n'))
  }

  /** Whether somebody may enter for this structure. */
  private peut = ({ code, etat }: Lieu): boolean =>
    etat === 'ACTIVE' && !this.calmes.has(code) && this.reference.gensDe(code).length > 0

  private projetDe(cle: string): number | null {
    const deja = this.projets.get(cle)
    if (deja !== undefined) return deja
    const humeur = this.hasard()
    const tard = Math.floor(this.hasard() * 40) - 3
    const projet = humeur < 0.55 ? -Math.floor(this.hasard() * 9) : humeur < 0.8 ? tard : null
    this.projets.set(cle, projet)
    return projet
  }

  /** Reports begun and submitted that morning: in time, late, or never. */
  private async saisir(): Promise<void> {
    for (const manquant of this.reference.manquants(this.jour)) {
      const { lieu, cle, echeance } = manquant
      const projet = this.projetDe(cle)
      if (!this.peut(lieu)) continue
      const tenu = this.rapports.get(cle)?.tenu
      const retard = ecart(echeance, this.jour)
      if (projet !== null && retard >= projet) {
        const formulaire = {
          ...manquant,
          tenu: tenu ?? (await actes.commencer(this.vecu(), manquant)),
        }
        await actes.soumettre(this.vecu(), formulaire)
        this.rapports.set(cle, formulaire)
        this.compter('soumis')
      } else if (!tenu && retard === 2) {
        this.rapports.set(cle, { ...manquant, tenu: await actes.commencer(this.vecu(), manquant) })
      }
    }
  }

  /** What a directorate does every day, by chance. */
  private async animer(): Promise<void> {
    await this.suivre()
    if (this.jour < '2026-10-01') return
    await this.animerLieux()
    await this.animerComptes()
  }

  /** Reports that are received go on, and some come back. */
  private async suivre(): Promise<void> {
    const recus = [...this.rapports.values()].filter(({ cle }) => this.reference.recus.has(cle))
    for (const formulaire of this.choisir(recus, 4)) {
      const { etat } = formulaire.tenu
      if (etat !== 'RENVOYE') await actes.avancer(this.vecu(), formulaire)
    }
    const soumis = recus.filter(({ tenu }) => tenu.etat === 'SOUMIS')
    const sort = this.hasard()
    const vers = sort < 0.2 ? 'BROUILLON' : sort < 0.35 ? 'ANNULE' : 'RENVOYE'
    for (const formulaire of this.choisir(soumis, sort < 0.5 ? 1 : 0)) {
      // Only a draft, or what was sent back, is cancelled.
      if (vers === 'ANNULE') await actes.reculer(this.vecu(), formulaire, 'BROUILLON')
      await actes.reculer(this.vecu(), formulaire, vers)
      this.compter(vers)
      // Sent again one day, or never.
      this.projets.set(formulaire.cle, this.hasard() < 0.5 ? 30 : null)
      if (vers === 'ANNULE') this.rapports.delete(formulaire.cle)
    }
  }

  private neufs = (): Lieu[] =>
    this.choisir(this.lieux('ACTIVE'), 30).filter(
      ({ code, ouverture }) => !this.touchees.has(code) && ouverture < '2026-09-01',
    )

  private async animerLieux(): Promise<void> {
    const sort = this.hasard()
    const courant = moisDuJour(this.jour)
    const [lieu] = this.neufs()
    if (!lieu) return
    // Of its present month, it may have a report.
    const du = courant + 1 + Math.floor(this.hasard() * 2)
    if (sort < 0.12) await this.suspendre(lieu)
    else if (sort < 0.2) await this.toucher(lieu, (l) => actes.fermer(this.vecu(), l), 'fermées')
    else if (sort < 0.34) {
      const parent = `DR-${Math.floor(this.hasard() * 4)}`
      const quand = this.hasard() < 0.4 ? courant : du
      await this.toucher(
        lieu,
        (l) => actes.deplacer(this.vecu(), l, { du: quand, parent }),
        'déplacées',
      )
    } else if (sort < 0.46) {
      const modele = this.hasard() < 0.5 ? 'MENS' : 'TRIM'
      await this.toucher(
        lieu,
        (l) => actes.changerModele(this.vecu(), l, { du, modele }),
        'modèles changés',
      )
    } else if (sort < 0.52) {
      this.ouvertures += 1
      const ouverture = plus(this.jour, Math.floor(this.hasard() * 40) - 30)
      const code = `CAU-${900 + this.ouvertures}`
      this.attendre(await actes.ouvrir(this.vecu(), code, ouverture), 'ouvertes')
    } else if (sort < 0.62) await this.taire(lieu)
    await this.reprendre()
  }

  private async toucher(lieu: Lieu, faire: (lieu: Lieu) => Promise<void>, quoi: string) {
    await faire(lieu)
    this.touchees.add(lieu.code)
    this.compter(quoi)
  }

  private suspendre = (lieu: Lieu): Promise<void> =>
    this.toucher(lieu, (l) => actes.suspendre(this.vecu(), l), 'suspendues')

  private async taire({ code }: Lieu): Promise<void> {
    const { silences } = this.reference
    if ((silences.get(code) ?? '') >= this.jour) return actes.laisserParler(this.vecu(), code)
    this.compter('relances suspendues')
    return actes.faireTaire(this.vecu(), code, Math.floor(this.hasard() * 25))
  }

  /** Those that were suspended come back some day. */
  private async reprendre(): Promise<void> {
    for (const lieu of this.lieux('SUSPENDUE')) {
      const depuis = ecart(lieu.interruptions.at(-1)?.du ?? this.jour, this.jour)
      if (depuis < 4 || this.hasard() > 0.06) continue
      await actes.reprendre(this.vecu(), lieu)
      this.compter('reprises')
    }
  }

  private async animerComptes(): Promise<void> {
    const [agent, autre] = this.choisir(this.agents(), 2)
    const sort = this.hasard()
    if (!agent || !autre) return
    const [siege = ''] = autre.structures
    if (sort < 0.25) {
      await actes.bloquerOuDebloquer(this.vecu(), agent)
      this.compter(agent.actif ? 'débloqués' : 'bloqués')
    } else if (sort < 0.35)
      this.attendre(await actes.changerAdresse(this.vecu(), agent), 'adresses')
    else if (sort < 0.45) {
      const nom = `agent-n${this.jour}`
      this.attendre(await actes.creerCompte(this.vecu(), nom, siege), 'comptes créés')
    } else if (sort < 0.5) {
      await actes.muter(this.vecu(), agent, siege)
      this.compter('mutés')
    } else if (sort < 0.6) await this.relancerAMain()
  }

  private async relancerAMain(): Promise<void> {
    if (!this.reference.ouvertes) return
    const muettes = ({ code }: Lieu) => (this.reference.silences.get(code) ?? '') >= this.jour
    const [lieu] = this.choisir(
      this.lieux('ACTIVE').filter((un) => this.peut(un) && !muettes(un)),
      1,
    )
    if (lieu) this.attendre(await actes.relancerAMain(this.vecu(), lieu.code), 'relances à la main')
  }

  /** What happens on a day that was chosen. */
  private async evenement(): Promise<void> {
    await EVENEMENTS[this.jour]?.(this)
  }

  /** Two directors say the start at once; both read the list, and one opens the reminders. */
  async debuter(): Promise<void> {
    const { dpps, dppsBis } = this.monde
    const body = { debutCollecte: '2026-09' }
    await Promise.all(
      [dpps, dppsBis].map((qui) => reussi(qui.appeler(debutApi.modifierDebut, { body }))),
    )
    this.reference.debut = mois('2026-09')
  }

  async ouvrirRelances(): Promise<void> {
    const { dpps } = this.monde
    const liste = await reussi(dpps.appeler(relanceApi.lirePremieresRelances))
    const attendue = this.reference.premieres(this.jour)
    const { le, formulaires, personnes } = liste
    const lieux = liste.structures.map(({ structure }) => structure.code)
    assert.deepEqual({ le, lieux, formulaires, personnes }, attendue)
    const faux = await dpps.appeler(relanceApi.ouvrirRelances, { body: { empreinte: 'devinée' } })
    assert.equal(faux.code, 'RELANCES_LISTE_CHANGEE')
    const { empreinte } = liste
    await reussi(dpps.appeler(relanceApi.ouvrirRelances, { body: { empreinte } }))
    this.reference.ouvertes = true
  }

  regler = (voulus: Parameters<typeof actes.regler>[1]) => actes.regler(this.vecu(), voulus)

  ferier = (...jours: string[]) => actes.ajouterFeries(this.vecu(), ...jours)

  /** A model is published for the structures of a type, from a month that has begun. */
  async publierNouveau(): Promise<void> {
    const source = { ...sourceDe('NOUV'), typesStructure: ['CPOLY'] }
    await publierModele(this.monde.dpps, source, { mois: 'NOVEMBER', annee: 2026 })
    const du = mois('2026-11')
    const attendus = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    this.reference.modeles.set('NOUV', { attendus, couverts: 1, des: du })
    for (const { code, etat } of this.reference.lieux.values()) {
      if (!code.startsWith('CPOLY-') || etat === 'FERMEE') continue
      this.reference.changer(code, du, ({ modeles }) => ({ modeles: [...modeles, 'NOUV'] }))
    }
  }

  private enManque = (rang: number): string[] => {
    const recu = (code: string) => this.reference.recus.has(`${code} MENS ${rang}`)
    const manquent = [...this.reference.lieux.values()].filter(
      (lieu) =>
        lieu.etat === 'ACTIVE' &&
        this.reference.gensDe(lieu.code).length > 0 &&
        this.reference.estAttendu(lieu, 'MENS', rang) &&
        !recu(lieu.code),
    )
    return manquent.map(({ code }) => code)
  }

  async rouvrirSeptembre(): Promise<void> {
    const rang = mois('2026-09')
    const manquent = this.enManque(rang)
    const calmes = manquent.filter((code) => this.calmes.has(code))
    const codes = [...new Set([...calmes, ...this.choisir(manquent, 6)])]
    const voulu = { mois: rang, jusqua: '2026-12-18' }
    const { ids, lettres } = await actes.rouvrir(this.vecu(), codes, voulu)
    this.rouvertes = ids
    this.attendre(lettres)
    this.compter('réouvertures', ids.length)
  }

  async terminerUne(): Promise<void> {
    this.attendre(await actes.terminer(this.vecu(), this.rouvertes.at(-1) ?? 0))
  }

  async prolongerOctobre(): Promise<void> {
    const rang = mois('2026-10')
    for (const code of this.choisir(this.enManque(rang), 3)) {
      const voulu = { mois: rang, jusqua: '2027-01-12' }
      this.attendre(await actes.prolonger(this.vecu(), code, voulu))
      this.compter('prolongations')
    }
  }

  async couper(): Promise<void> {
    await this.monde.couper()
    this.coupee = true
  }

  async retablir(): Promise<void> {
    await this.monde.retablir()
    this.coupee = false
  }

  /** What the run must have met, for what it proves to be worth something. */
  bilan(): string[] {
    const jamais = RENCONTRES.filter((quoi) => (this.compte.get(quoi) ?? 0) === 0)
    return [...this.fautes, ...jamais, ...this.attendues.map(direDe)]
  }
}

// biome-ignore format: a few lines
const RENCONTRES = [
  'relances', 'résumés', 'relances à la main', 'réouvertures', 'prolongations',
  'adresses', 'comptes créés', 'bloqués', 'débloqués', 'mutés',
  'ouvertes', 'fermées', 'suspendues', 'reprises', 'déplacées',
  'modèles changés', 'relances suspendues', 'soumis', 'BROUILLON', 'ANNULE',
  'RENVOYE',
]

/** What is decided on a day, at noon. */
const EVENEMENTS: Record<string, (vie: Vie) => Promise<unknown>> = {
  '2026-09-15': (vie) => vie.choisirAvis(),
  '2026-09-21': (vie) => vie.debuter(),
  '2026-10-07': (vie) => vie.ouvrirRelances(),
  '2026-10-19': (vie) => vie.regler({ jours: [-6, -2, 0, 2, 7, 12, 21], copie: 7, liste: 21 }),
  // The day on which October is due, nothing leaves; nor on the next.
  '2026-11-04': (vie) => vie.couper(),
  '2026-11-06': (vie) => vie.retablir(),
  '2026-11-10': (vie) => vie.publierNouveau(),
  '2026-11-16': (vie) => vie.ferier('2026-12-07'),
  '2026-11-17': (vie) => vie.regler({ auto: false }),
  '2026-11-20': (vie) => vie.regler({ auto: true }),
  '2026-11-24': (vie) => vie.regler({ courriel: false }),
  '2026-12-09': (vie) => vie.rouvrirSeptembre(),
  '2026-12-11': (vie) => vie.regler({ courriel: true }),
  '2026-12-15': (vie) => vie.terminerUne(),
  '2026-12-28': (vie) => vie.prolongerOctobre(),
  '2027-01-04': (vie) => vie.ferier('2027-01-05', '2027-01-06'),
}
