// What the reminders of a country should be, from what conception.md says of them (« Relances »;
// 0040, 0091, 0095): plain lists, and no line of the platform.
import {
  dernierDu,
  duNom,
  ecart,
  enLettres,
  estOuvre,
  moisDuJour,
  nommer,
  ouvre,
  plus,
  premierDu,
} from './dates.ts'

/** A mail: to whom, about what, and its text (null: not looked at). */
export type Lettre = { a: string; objet: string; texte: string | null }

export type Agent = {
  identifiant: string
  email: string
  actif: boolean
  structures: string[]
  /** How he is told of the messages of the platform, and those that wait for his daily digest. */
  avis: 'JAMAIS' | 'CHAQUE' | 'QUOTIDIEN'
  nouveaux: string[]
}

export type Lieu = {
  code: string
  nom: string
  etat: 'ACTIVE' | 'SUSPENDUE' | 'FERMEE'
  ouverture: string
  fermeture: string | null
  interruptions: { du: string; au: string | null }[]
  /** What it is from a month on, the oldest first. */
  etats: (EtatLieu & { du: number })[]
}

type EtatLieu = { parent: string | null; modeles: string[] }

/** In which months of the year a model is expected (0: January), and how many it covers. */
export type Modele = { attendus: readonly number[]; couverts: number; des: number }

export type Reglages = {
  auto: boolean
  jours: number[]
  copie: number
  liste: number
  courriel: boolean
}

type Manquant = { lieu: Lieu; modele: string; mois: number; echeance: string; cle: string }
type Du = Manquant & { etape: number }

const COMMENT =
  'Vous avez demandé à en être prévenu par courriel. Pour changer ce choix\u00a0: «\u00a0Mon compte\u00a0», dans Relevé.'
const FIN =
  'Saisissez-les et soumettez-les à l’écran «\u00a0Saisies\u00a0». Si vous venez de le faire, ne tenez pas compte de ce message.'

/** The settings of a base where nobody has changed any. */
const JOUR_ECHEANCE = 5
const MOIS_VERROU = 3
const HEURE = 7

export class Reference {
  lieux = new Map<string, Lieu>()
  agents = new Map<string, Agent>()
  /** Addresses of the central directorate. */
  direction: string[] = []
  modeles = new Map<string, Modele>()
  debut: number | null = null
  ouvertes = false
  reglages: Reglages = {
    auto: true,
    jours: [-3, 0, 1, 5, 10, 20],
    copie: 10,
    liste: 20,
    courriel: true,
  }
  feries = new Set(['01-01', '05-01', '12-25'])
  /** Reports that are received: « structure modèle mois ». */
  recus = new Set<string>()
  reouvertures: { code: string; mois: number; jusqua: string }[] = []
  /** Until when the reminders of a structure are suspended. */
  silences = new Map<string, string>()
  /** Due dates that a change of holidays has left as they were. */
  private gardees = new Map<number, string>()
  /** When each report was last reminded, and the steps that have left. */
  private rappels = new Map<string, { jour: string; parties: Set<string> }>()
  private resume = ''

  etatDe(lieu: Lieu, mois: number) {
    return lieu.etats.findLast(({ du }) => du <= mois) ?? lieu.etats[0]
  }

  /** Says that a structure is otherwise from a month on, whatever else changes later. */
  changer(code: string, du: number, change: (etat: EtatLieu) => Partial<EtatLieu>): void {
    const lieu = this.lieu(code)
    const avant = this.etatDe(lieu, du)
    if (!avant) throw new Error(code)
    const coupe = avant.du === du ? lieu.etats : [...lieu.etats, { ...avant, du }]
    lieu.etats = coupe
      .toSorted((a, b) => a.du - b.du)
      .map((etat) => (etat.du < du ? etat : { ...etat, ...change(etat) }))
  }

  lieu(code: string): Lieu {
    const lieu = this.lieux.get(code)
    if (!lieu) throw new Error(code)
    return lieu
  }

  /** Whether a report is expected: of the collection, within the dates, not excused for the month. */
  estAttendu(lieu: Lieu, modele: string, mois: number): boolean {
    const rythme = this.modeles.get(modele)
    if (this.debut === null || mois < this.debut || !rythme) return false
    const [premier, dernier] = [premierDu(mois), dernierDu(mois)]
    return (
      mois >= rythme.des &&
      rythme.attendus.includes(mois % 12) &&
      Boolean(this.etatDe(lieu, mois)?.modeles.includes(modele)) &&
      lieu.ouverture <= dernier &&
      (lieu.fermeture === null || lieu.fermeture >= premier) &&
      !lieu.interruptions.some(({ du, au }) => du <= premier && (au === null || au >= dernier))
    )
  }

  private calculee = (mois: number): string =>
    ouvre(plus(premierDu(mois + 1), JOUR_ECHEANCE - 1), this.feries, 1)

  private echeanceDuMois = (mois: number): string => this.gardees.get(mois) ?? this.calculee(mois)

  /** The month's, or the last day of its opening again. */
  echeance(code: string, mois: number): string {
    const fins = this.reouvertures
      .filter((une) => une.code === code && une.mois === mois)
      .map(({ jusqua }) => jusqua)
    return [this.echeanceDuMois(mois), ...fins].toSorted().at(-1) ?? ''
  }

  /** Other holidays: a date that is past stays, one to come moves, never before today. */
  changerFeries(feries: string[], jour: string): void {
    const mois = Array.from({ length: 30 }, (_, n) => moisDuJour(jour) - 24 + n)
    const avant = mois.map((un) => [un, this.echeanceDuMois(un)] as const)
    this.feries = new Set(feries)
    this.gardees.clear()
    for (const [un, dite] of avant) {
      const voulue = this.calculee(un)
      const tenue = dite < jour ? dite : voulue < jour ? jour : voulue
      if (tenue !== voulue) this.gardees.set(un, tenue)
    }
  }

  estOuvert(code: string, mois: number, jour: string): boolean {
    if (jour < premierDu(mois + MOIS_VERROU)) return true
    return this.reouvertures.some(
      (une) => une.code === code && une.mois === mois && une.jusqua >= jour,
    )
  }

  /** What an active structure owes, that may be entered and is not received: in the mails' order. */
  manquants(jour: string): Manquant[] {
    const lieux = [...this.lieux.values()].filter(({ etat }) => etat === 'ACTIVE')
    const courant = moisDuJour(jour)
    return lieux
      .toSorted((a, b) => (a.nom < b.nom ? -1 : 1))
      .flatMap((lieu) => this.manquantsDe(lieu, courant, jour))
  }

  private manquantsDe(lieu: Lieu, courant: number, jour: string): Manquant[] {
    const trouves: Manquant[] = []
    for (let mois = this.debut ?? courant + 1; mois <= courant; mois += 1) {
      for (const modele of [...this.modeles.keys()].toSorted()) {
        const cle = `${lieu.code} ${modele} ${mois}`
        if (!this.estAttendu(lieu, modele, mois) || this.recus.has(cle)) continue
        if (!this.estOuvert(lieu.code, mois, jour)) continue
        trouves.push({ lieu, modele, mois, cle, echeance: this.echeance(lieu.code, mois) })
      }
    }
    return trouves
  }

  private estEnSilence = ({ lieu }: Manquant, jour: string): boolean =>
    (this.silences.get(lieu.code) ?? '') >= jour

  /** The last step whose day has come, for four days; none on a day that is not worked. */
  private etapeDe(echeance: string, jour: string): { etape: number; le: string } | null {
    if (!estOuvre(jour, this.feries)) return null
    const venues = this.reglages.jours
      .toSorted((a, b) => b - a)
      .map((etape) => ({
        etape,
        le: ouvre(plus(echeance, etape), this.feries, etape < 0 ? -1 : 1),
      }))
    const derniere = venues.find(({ le }) => le <= jour)
    return derniere && ecart(derniere.le, jour) <= 4 ? derniere : null
  }

  private dus(jour: string, manquants: readonly Manquant[]): Du[] {
    return manquants.flatMap((un) => {
      const due = this.etapeDe(un.echeance, jour)
      const rappel = this.rappels.get(un.cle)
      if (!due || this.estEnSilence(un, jour) || (rappel?.jour ?? '') >= due.le) return []
      if (rappel?.parties.has(`${un.echeance} ${due.etape}`)) return []
      return [{ ...un, etape: due.etape }]
    })
  }

  gensDe = (code: string): Agent[] =>
    [...this.agents.values()].filter(({ actif, structures }) => actif && structures.includes(code))

  /** What leaves at this moment of the day: nothing more once it has. */
  passer(jour: string, heure: number): Lettre[] {
    if (!this.ouvertes || !this.reglages.auto || heure < HEURE) return []
    const manquants = this.manquants(jour)
    const dus = this.dus(jour, manquants).filter(({ lieu }) => this.gensDe(lieu.code).length > 0)
    const choisis = new Set(dus.map(({ cle }) => cle))
    const autres = manquants.filter(
      (un) => un.echeance < jour && !choisis.has(un.cle) && !this.estEnSilence(un, jour),
    )
    for (const { cle, echeance, etape } of dus) this.noter(cle, jour, `${echeance} ${etape}`)
    return [...this.relancer(jour, dus, { autres, ajout: [] }), ...this.copier(jour, dus)]
  }

  private noter(cle: string, jour: string, partie?: string): void {
    const parties = this.rappels.get(cle)?.parties ?? new Set()
    if (partie) parties.add(partie)
    this.rappels.set(cle, { jour, parties })
  }

  /** What a person sends by hand to a structure, of all that it misses and was not told today. */
  relancerAMain(jour: string, code: string, { par, texte }: { par: string; texte: string }) {
    const siens = this.manquants(jour).filter(
      (un) => un.lieu.code === code && this.rappels.get(un.cle)?.jour !== jour,
    )
    for (const { cle } of siens) this.noter(cle, jour)
    return this.relancer(jour, siens, {
      autres: [],
      ajout: [`Message ${duNom(par)}\u00a0:\n${texte}`],
    })
  }

  /** One message a person for all that its structures miss. */
  private relancer(
    jour: string,
    dus: readonly Manquant[],
    { autres, ajout }: { autres: readonly Manquant[]; ajout: string[] },
  ): Lettre[] {
    return [...this.agents.values()].flatMap((agent) => {
      if (!agent.actif) return []
      const siens = dus.filter(({ lieu }) => agent.structures.includes(lieu.code))
      if (siens.length === 0) return []
      const relances = new Set(siens.map(({ lieu }) => lieu.code))
      const restent = autres.filter(
        ({ lieu }) => relances.has(lieu.code) && agent.structures.includes(lieu.code),
      )
      const objet = this.objet(siens, jour)
      const corps = [
        this.annonce(siens, jour),
        ...this.citer(siens, jour),
        ...(restent.length > 0
          ? ['Restent aussi attendus\u00a0:', ...this.citer(restent, jour)]
          : []),
        ...ajout,
        FIN,
      ]
      return this.ecrire(agent, objet, corps.join('\n\n'))
    })
  }

  /** By mail where it is set so, else as each has chosen to be told. */
  private ecrire(agent: Agent, objet: string, texte: string): Lettre[] {
    if (this.reglages.courriel) {
      agent.nouveaux.push(`Relevé\u00a0: ${objet}`)
      return [{ a: agent.email, objet, texte }]
    }
    return this.annoncer(agent, `Relevé\u00a0: ${objet}`)
  }

  /** A message of the platform that has no mail of its own. */
  annoncer(agent: Agent, ligne: string): Lettre[] {
    agent.nouveaux.push(ligne)
    if (agent.avis !== 'CHAQUE') return []
    const texte = ['Un message vous attend dans Relevé.', ligne, COMMENT].join('\n\n')
    return [{ a: agent.email, objet: 'Relevé\u00a0: un nouveau message', texte }]
  }

  /** The digests of the day, from seven on: what came since the one before. */
  resumer(jour: string, heure: number): Lettre[] {
    const du = heure < HEURE ? plus(jour, -1) : jour
    if (du === this.resume) return []
    this.resume = du
    return [...this.agents.values()].flatMap((agent) => {
      if (agent.avis !== 'QUOTIDIEN') return []
      const lignes = agent.nouveaux.splice(0).toReversed()
      if (lignes.length === 0 || !agent.actif) return []
      const combien =
        lignes.length > 1
          ? `${lignes.length} nouveaux messages vous attendent dans Relevé.`
          : 'Un nouveau message vous attend dans Relevé.'
      const texte = [combien, lignes.join('\n'), COMMENT].join('\n\n')
      return [{ a: agent.email, objet: 'Relevé\u00a0: vos nouveaux messages', texte }]
    })
  }

  /** To the regional office of today, and to the central directorate. */
  private copier(jour: string, dus: readonly Du[]): Lettre[] {
    const { copie, liste } = this.reglages
    const mois = moisDuJour(jour)
    const copies = dus.filter(({ etape }) => copie > 0 && etape >= copie)
    const parents = Map.groupBy(copies, ({ lieu }) => this.etatDe(lieu, mois)?.parent ?? null)
    const regionales = [...parents].flatMap(([parent, siennes]) => {
      const gens = parent === null ? [] : this.gensDe(parent)
      return gens.flatMap((agent) => this.lister(agent, 'Copie des relances', siennes, jour))
    })
    const tardifs = dus.filter(({ etape }) => liste > 0 && etape >= liste)
    if (tardifs.length === 0) return regionales
    const centrales = this.direction.flatMap((email) =>
      this.lister(centralDe(email), 'Rapports très en retard', tardifs, jour),
    )
    return [...regionales, ...centrales]
  }

  private lister(agent: Agent, titre: string, dus: readonly Du[], jour: string): Lettre[] {
    const nombre = new Set(dus.map(({ lieu }) => lieu.code)).size
    const texte = [
      'Ces structures ont été relancées\u00a0: leurs rapports n’ont pas encore été soumis.',
      ...this.citer(dus, jour),
    ].join('\n\n')
    return this.ecrire(agent, `${titre}\u00a0: ${nombre} structure${nombre > 1 ? 's' : ''}`, texte)
  }

  private nom = ({ modele, mois }: Manquant): string =>
    nommer(mois, this.modeles.get(modele)?.couverts ?? 1)

  private objet(siens: readonly Manquant[], jour: string): string {
    const titre = siens.some(({ echeance }) => echeance < jour) ? 'Relance' : 'Rappel'
    const [seul] = siens
    if (siens.length > 1 || !seul) return `${titre}\u00a0: ${siens.length} rapports attendus`
    return `${titre}\u00a0: ${seul.modele} ${this.nom(seul)}, ${titreDe(seul.lieu)}`
  }

  private annonce(siens: readonly Manquant[], jour: string): string {
    const tardif = siens.some(({ echeance }) => echeance < jour)
    const [seul] = siens
    if (siens.length > 1 || !seul) {
      return tardif
        ? 'Ces rapports n’ont pas encore été soumis.'
        : 'Ces rapports sont attendus prochainement.'
    }
    const quoi = `Le rapport ${seul.modele} ${duNom(this.nom(seul))}`
    return tardif ? `${quoi} n’a pas encore été soumis.` : `${quoi} est attendu prochainement.`
  }

  /** A paragraph a structure, a line a report. */
  private citer(cites: readonly Manquant[], jour: string): string[] {
    return [...Map.groupBy(cites, ({ lieu }) => lieu)].map(([lieu, siens]) => {
      const lignes = siens.map((un) => {
        const retard = ecart(un.echeance, jour)
        const jours = `, ${retard} jour${retard > 1 ? 's' : ''} de retard`
        const quand = `attendu le ${enLettres(un.echeance)}${retard > 0 ? jours : ''}`
        return `–\u00a0${un.modele} ${this.nom(un)}\u00a0: ${quand}`
      })
      return [titreDe(lieu), ...lignes].join('\n')
    })
  }

  /** What the calendar would remind of first, were nothing to change: the day, and by structure. */
  premieres(jour: string) {
    for (let le = jour; ecart(jour, le) < 120; le = plus(le, 1)) {
      const encore = this.manquants(jour).filter(({ lieu, mois }) =>
        this.estOuvert(lieu.code, mois, le),
      )
      const dus = this.dus(le, encore)
      if (dus.length > 0) {
        const lieux = [...new Set(dus.map(({ lieu }) => lieu.code))]
        const personnes = new Set(lieux.flatMap((code) => this.gensDe(code)))
        return { le, lieux, formulaires: dus.length, personnes: personnes.size }
      }
    }
    return null
  }
}

const titreDe = ({ nom, code }: Lieu): string => `${nom} (${code})`

const centralDe = (email: string): Agent => ({
  identifiant: email,
  email,
  actif: true,
  structures: [],
  avis: 'JAMAIS',
  nouveaux: [],
})
