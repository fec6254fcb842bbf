import { type Alea, alea, entier } from '../../seed/exemple/alea.ts'
import type {
  Acte,
  Cellules,
  DeFormulaire,
  EtatDate,
  Geste,
  Jour,
  Rang,
} from './reference/journal.ts'
import { Photo } from './reference/photo.ts'
import { dernierJour, jourDe, plus, premierJour, rangDuJour, verrouDe } from './reference/temps.ts'

// A country drawn by chance: what happens to its structures, its models, its settings, its reports.

/** Months of the country. */
export const PREMIER: Rang = 2022 * 12
export const DERNIER: Rang = 2024 * 12 + 11
/** The first days of the platform. */
const DEPART = '2022-01-03'
/** When it is looked at: within a month, on the first of one, after coming changes take effect. */
export const REGARDS = ['2024-10-17T10:00:00Z', '2024-12-01T00:00:30Z', '2025-01-14T10:00:00Z']
const FIN = jourDe(REGARDS.at(-1) ?? '')

export const REGIONS = ['R01', 'R02', 'R03', 'R04', 'R05', 'R06']
const TYPES = ['CAU', 'CAH', 'CSE', 'CPOLY', 'ORPH']
export const directionDe = (region: string): string => `DR-${region}-P`

const TRIMESTRES = [2, 5, 8, 11]
const TOUS_LES_MOIS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
type ModeleTire = Omit<Extract<Acte, { acte: 'MODELE' }>, 'acte' | 'le'>
/** Each, and when its version begins; monthly ones of the platform are there since always. */
const MODELES: ModeleTire[] = [
  { code: 'RMA', version: 1, du: 0, attendus: TOUS_LES_MOIS, couverts: 1 },
  { code: 'EPM', version: 1, du: 0, attendus: TOUS_LES_MOIS, couverts: 1 },
  { code: 'TRIM', version: 1, du: PREMIER, attendus: TRIMESTRES, couverts: 3 },
  { code: 'DEC', version: 1, du: PREMIER, attendus: [1, 4, 7, 10], couverts: 3 },
  { code: 'SEM', version: 1, du: PREMIER, attendus: [5, 11], couverts: 6 },
  { code: 'ANN', version: 1, du: PREMIER + 6, attendus: [11], couverts: 12 },
  { code: 'MUE', version: 1, du: PREMIER, attendus: TOUS_LES_MOIS, couverts: 1 },
  { code: 'MUE', version: 2, du: PREMIER + 15, attendus: TRIMESTRES, couverts: 3 },
  { code: 'MUE', version: 3, du: PREMIER + 30, attendus: [5, 11], couverts: 6 },
]
const PARTS = { RMA: 0.92, EPM: 0.6, TRIM: 0.45, SEM: 0.35, ANN: 0.45, MUE: 0.4, DEC: 0.2 }

const heure = (hasard: Alea, jour: Jour): string =>
  `${jour}T${String(entier(hasard, 8, 17)).padStart(2, '0')}:${String(entier(hasard, 10, 59))}:00.000Z`
const choisir = <T>(hasard: Alea, parmi: readonly T[]): T =>
  parmi[Math.floor(hasard() * parmi.length)] as T
const moisTire = (hasard: Alea, du: Rang, au: Rang) => entier(hasard, du, au)
/** Days where a boundary is: the first, the second, the last of a month; or any. */
function jourTire(hasard: Alea, rang: Rang): Jour {
  const quand = hasard()
  if (quand < 0.3) return premierJour(rang)
  if (quand < 0.45) return plus(premierJour(rang), 1)
  if (quand < 0.7) return dernierJour(rang)
  return plus(premierJour(rang), entier(hasard, 2, 26))
}

function etatTire(hasard: Alea, region: string): EtatDate {
  const modeles = Object.entries(PARTS).filter(([, part]) => hasard() < part)
  return {
    typeStructure: choisir(hasard, TYPES),
    region,
    parent: hasard() < 0.88 ? directionDe(region) : null,
    capacite: hasard() < 0.1 ? null : entier(hasard, 20, 200),
    modeles: modeles.map(([code]) => code).toSorted(),
  }
}

const basculer = (modeles: readonly string[], code: string): string[] =>
  modeles.includes(code) ? modeles.filter((un) => un !== code) : [...modeles, code].toSorted()

/** What changes, of what it is. */
function champsTires(hasard: Alea, etat: EtatDate): Partial<EtatDate> {
  const quoi = hasard()
  const region = choisir(hasard, REGIONS)
  if (quoi < 0.35) return { region, parent: hasard() < 0.85 ? directionDe(region) : null }
  if (quoi < 0.47) return { typeStructure: choisir(hasard, TYPES) }
  if (quoi < 0.57) return { parent: directionDe(region) }
  if (quoi < 0.65)
    return { region, parent: directionDe(region), typeStructure: choisir(hasard, TYPES) }
  if (quoi < 0.78) return { capacite: entier(hasard, 20, 200) }
  return { modeles: basculer(etat.modeles, choisir(hasard, Object.keys(PARTS))) }
}

/** What becomes of one structure, from its creation on. */
function vieDe(hasard: Alea, structure: string, region: string): Acte[] {
  const neuve = hasard() < 0.25
  const ouverture = neuve
    ? jourTire(hasard, moisTire(hasard, PREMIER + 1, DERNIER - 4))
    : `20${entier(hasard, 10, 19)}-05-10`
  const cree = neuve ? plus(ouverture, entier(hasard, -20, 30)) : DEPART
  const etat = etatTire(hasard, region)
  const effectifs = Object.fromEntries(
    ['RMA', 'EPM', 'MUE', 'SEM']
      .filter((code) => etat.modeles.includes(code) && hasard() < 0.8)
      .map((code) => [code, entier(hasard, 30, 90)]),
  )
  const libelle = `Structure ${structure}`
  const actes: Acte[] = [
    { le: heure(hasard, cree), acte: 'CREER', structure, libelle, ouverture, etat, effectifs },
  ]
  const noter = (jour: Jour, acte: Acte) => {
    if (jour > cree && jour <= FIN) actes.push({ ...acte, le: heure(hasard, jour) })
  }
  const le = ''
  for (let n = entier(hasard, 0, 3); n > 0; n -= 1) {
    const du = moisTire(hasard, PREMIER + 3, DERNIER + 3)
    // Announced, told in its month, told late.
    const jour = plus(premierJour(du), choisir(hasard, [-75, -40, -12, 3, 20, 45, 80]))
    noter(jour, { le, acte: 'CHANGER', structure, du, champs: champsTires(hasard, etat) })
  }
  if (hasard() < 0.25) {
    const de = hasard() < 0.1 ? null : moisTire(hasard, PREMIER, DERNIER - 3)
    const a = hasard() < 0.1 ? null : (de ?? PREMIER + 4) + entier(hasard, 0, 9)
    const jour = plus(premierJour(a ?? DERNIER - 8), entier(hasard, -40, 90))
    noter(jour, { le, acte: 'CORRIGER', structure, de, a, champs: champsTires(hasard, etat) })
  }
  let rang = Math.max(rangDuJour(cree), rangDuJour(ouverture)) + 1
  const interrompre = (acte: 'SUSPENDRE' | 'FERMER' | 'ANNONCER', jour: Jour, dit: number) =>
    noter(plus(jour, dit), { le, acte, structure, jour })
  if (hasard() < 0.25 && rang < DERNIER - 8) {
    rang = moisTire(hasard, rang, DERNIER - 4)
    const jour = jourTire(hasard, rang)
    interrompre('SUSPENDRE', jour, entier(hasard, 0, 12))
    if (hasard() < 0.2) return actes
    rang += entier(hasard, 1, 5)
    const retour = jourTire(hasard, rang)
    noter(plus(retour, entier(hasard, 0, 12)), { le, acte: 'REVENIR', structure, jour: retour })
    rang += 1
  }
  if (hasard() < 0.15 && rang < DERNIER - 3) {
    rang = moisTire(hasard, rang + 1, DERNIER)
    const jour = jourTire(hasard, rang)
    if (hasard() < 0.4) interrompre('ANNONCER', jour, entier(hasard, -60, -5))
    else interrompre('FERMER', jour, entier(hasard, 0, 15))
    if (actes.at(-1)?.acte === 'FERMER' && hasard() < 0.4) {
      const retour = jourTire(hasard, rang + entier(hasard, 2, 6))
      noter(plus(retour, entier(hasard, 0, 12)), { le, acte: 'REVENIR', structure, jour: retour })
    }
  }
  return actes
}

const DIRECTION = (region: string): EtatDate => ({
  typeStructure: 'DR',
  region,
  parent: null,
  capacite: null,
  modeles: ['ANN', 'EPM'],
})

/** What the whole platform is told. */
function reglages(): Acte[] {
  const joursFeries = ['01-01', '05-01', '12-25', '2022-06-06', '2024-11-05']
  const le = (jour: Jour) => `${jour}T07:00:00.000Z`
  const modeles = MODELES.map((modele): Acte => {
    const publie = modele.version === 1 ? DEPART : plus(premierJour(modele.du), -20)
    return { le: `${publie}T06:00:00.000Z`, acte: 'MODELE', ...modele }
  })
  return [
    ...modeles,
    { le: le(DEPART), acte: 'CALENDRIER', jourEcheance: 5, joursFeries },
    // Said first too late, then moved back.
    { le: le(DEPART), acte: 'DEBUT', rang: PREMIER + 6 },
    { le: le('2022-09-13'), acte: 'DEBUT', rang: PREMIER + 3 },
    {
      le: le('2023-06-20'),
      acte: 'CALENDRIER',
      jourEcheance: 8,
      joursFeries: [...joursFeries, '2023-03-06', '2023-07-10'],
    },
    {
      le: le('2024-11-20'),
      acte: 'CALENDRIER',
      jourEcheance: 10,
      joursFeries: [...joursFeries, '2024-11-08', '2024-12-10'],
    },
  ]
}

const deux = (code: string, m: number, f: number): Cellules => ({
  [`${code}.M`]: m,
  [`${code}.F`]: f,
  [`${code}.TOT`]: m + f,
})

/** Figures of one report; nobody is so few that a table would hide him. */
function chiffres(hasard: Alea, modele: string, avant: Cellules | null): Cellules {
  const flux = () => [entier(hasard, 5, 12), entier(hasard, 5, 12)] as const
  const faux = () => (hasard() < 0.1 ? choisir(hasard, [1, 2, 9, -1]) : 0)
  if (modele === 'RMA' || modele === 'EPM') {
    const [em, ef] = flux()
    const [sm, sf] = flux()
    const m = Math.max(25, (avant?.['MVT.FIN.M'] ?? 60) + em - sm + faux())
    const f = Math.max(25, (avant?.['MVT.FIN.F'] ?? 60) + ef - sf)
    const mouvements = { ...deux('MVT.ENT', em, ef), ...deux('MVT.SOR', sm, sf) }
    const commun = { ...mouvements, ...deux('MVT.FIN', m, f) }
    return modele === 'RMA' ? commun : { ...commun, 'EFF.TOT.TOT.TOT': m + f }
  }
  if (modele === 'MUE' || modele === 'SEM') {
    const [ENT, SOR] = flux()
    return { EFF: Math.max(20, (avant?.['EFF'] ?? 50) + ENT - SOR + faux()), ENT, SOR }
  }
  return { BUD: entier(hasard, 1_000, 9_000), STK: entier(hasard, 100, 900) }
}

type Fil = { numero: string; structure: string; modele: string; rang: Rang }

/** Acts on one report, in order; each some days after the other. */
class Plume {
  readonly actes: (DeFormulaire & { le: string })[] = []
  private readonly hasard: Alea
  private readonly fil: Fil
  private jour: Jour

  constructor(hasard: Alea, fil: Fil, commence: Jour) {
    this.hasard = hasard
    this.fil = fil
    this.jour = commence
  }

  le(jour: Jour, geste: Geste, reste: Partial<DeFormulaire> = {}): this {
    if (jour > this.jour) this.jour = jour
    const dernier = this.actes.at(-1)?.le ?? ''
    const voulu = heure(this.hasard, this.jour)
    // The same day: later in it.
    const le = voulu > dernier ? voulu : new Date(Date.parse(dernier) + 60_000).toISOString()
    this.actes.push({ le, acte: 'FORMULAIRE', ...this.fil, geste, ...reste })
    this.jour = jourDe(le)
    return this
  }

  apres(jours: number, geste: Geste, reste: Partial<DeFormulaire> = {}): this {
    return this.le(plus(this.jour, jours), geste, reste)
  }
}

/** From its reception on: what the directorate makes of it. */
function instruire(hasard: Alea, plume: Plume, cellules: Cellules, modele: string): void {
  const jours = () => entier(hasard, 1, 15)
  const corrige = () => chiffres(hasard, modele, cellules)
  const sort = hasard()
  if (sort < 0.1) return
  if (sort < 0.14) {
    plume.apres(jours(), 'RENVOYER')
    return
  }
  if (sort < 0.17) {
    plume.apres(jours(), 'BROUILLON')
    if (hasard() < 0.6) plume.apres(jours(), 'SOUMETTRE', { cellules: corrige() })
    return
  }
  if (sort < 0.24)
    plume.apres(jours(), 'RENVOYER').apres(jours(), 'SOUMETTRE', { cellules: corrige() })
  plume.apres(jours(), 'VALIDER')
  if (sort < 0.3) return
  plume.apres(jours(), 'APPROUVER')
  if (sort < 0.36) return
  plume.apres(jours(), 'DIFFUSER')
  if (sort > 0.9) {
    // Published, taken back: its publication counts until the next.
    plume.apres(jours() * 3, 'RENVOYER', { cellules: corrige() })
    if (sort > 0.97) plume.apres(jours(), 'BROUILLON')
    else if (sort > 0.94)
      plume
        .apres(jours(), 'SOUMETTRE', { cellules: corrige() })
        .apres(jours(), 'VALIDER')
        .apres(jours(), 'APPROUVER')
        .apres(jours(), 'DIFFUSER')
  }
}

type Tirage = { hasard: Alea; actes: Acte[]; avant: Map<string, Cellules> }

/** One report of an expected month, and what becomes of it; or none. */
function formulaireTire(tirage: Tirage, fil: Fil, couverts: number): void {
  const { hasard, avant } = tirage
  const { structure, modele, rang } = fil
  const sort = hasard()
  if (sort < 0.05) return
  const lieu = `${structure} ${modele}`
  const cellules = chiffres(hasard, modele, avant.get(lieu) ?? null)
  avant.set(lieu, cellules)
  const fini = premierJour(rang + 1)
  const tot = sort > 0.95 || (couverts > 1 && sort > 0.9)
  const commence = tot
    ? plus(premierJour(rang - (couverts > 1 ? 1 : 0)), entier(hasard, 3, 20))
    : plus(fini, entier(hasard, 0, 3))
  const limite = plus(verrouDe(rang), -1)
  const plume = new Plume(hasard, fil, commence).le(commence, 'COMMENCER', { cellules })
  const soumettre = () => {
    if (tot) return plume.apres(entier(hasard, 0, 4), 'SOUMETTRE')
    const jour = plus(fini, sort < 0.2 ? entier(hasard, 3, 50) : entier(hasard, 0, 8))
    return plume.le(jour < limite ? jour : limite, 'SOUMETTRE')
  }
  if (sort < 0.08) {
    // A draft that nobody sends; some are cancelled, and some begun anew.
    if (hasard() < 0.5) return void tirage.actes.push(...plume.actes)
    plume.apres(entier(hasard, 1, 6), 'ANNULER')
    tirage.actes.push(...plume.actes)
    if (hasard() < 0.5) return
    const second = { ...fil, numero: `${fil.numero}-2` }
    const repris = jourDe(plume.actes.at(-1)?.le ?? '')
    const neuf = new Plume(hasard, second, repris).apres(1, 'COMMENCER', { cellules })
    neuf.apres(entier(hasard, 0, 9), 'SOUMETTRE')
    instruire(hasard, neuf, cellules, modele)
    tirage.actes.push(...neuf.actes)
    return
  }
  soumettre()
  instruire(hasard, plume, cellules, modele)
  tirage.actes.push(...plume.actes)
}

/** Figures of before the collection, brought from elsewhere; some of a model no longer given. */
function repriseTiree({ hasard, actes }: Tirage, fil: Fil): void {
  const cellules = chiffres(hasard, fil.modele, null)
  const apporte = plus('2022-05-02', entier(hasard, 0, 60))
  const plume = new Plume(hasard, fil, apporte).le(apporte, 'COMMENCER', {
    cellules,
    repris: true,
  })
  if (hasard() < 0.85) {
    plume.apres(1, 'SOUMETTRE')
    if (hasard() < 0.85) plume.apres(2, 'VALIDER').apres(1, 'APPROUVER').apres(1, 'DIFFUSER')
  }
  actes.push(...plume.actes)
}

const numeroDe = (structure: string, modele: string, rang: Rang) =>
  `${modele}-${structure}-${premierJour(rang).slice(0, 7).replace('-', '')}`

/** What stands of a structure at each instant at which something of it was told. */
class Memoire {
  private readonly photos: { le: string; photo: Photo }[]

  constructor(cadre: readonly Acte[], structure: string) {
    const siens = cadre.filter((acte) => !('structure' in acte) || acte.structure === structure)
    const instants = [...new Set(siens.map(({ le }) => le))]
    this.photos = instants.map((le) => ({ le, photo: new Photo(siens, le) }))
  }

  /** Expected when it is begun, and ever since: no act may leave a report out. */
  tient(structure: string, modele: string, rang: Rang, depuis: string): boolean {
    const avant = this.photos.findLast(({ le }) => le <= depuis)
    const apres = this.photos.filter(({ le }) => le > depuis)
    const regards = avant ? [avant, ...apres] : []
    return (
      regards.length > 0 && regards.every(({ photo }) => photo.attendu(structure, modele, rang))
    )
  }
}

/** Months opened again: of what misses, mostly; some reports come then. */
function rouvertures(tirage: Tirage, structure: string, memoire: Memoire, rang: Rang): void {
  const { hasard, actes } = tirage
  const verrou = verrouDe(rang)
  if (verrou > plus(FIN, -60)) return
  const du = actes.filter(
    (a): a is DeFormulaire & { le: string } =>
      a.acte === 'FORMULAIRE' && a.structure === structure && a.rang === rang,
  )
  const modeles = ['RMA', 'EPM'].filter((modele) =>
    memoire.tient(structure, modele, rang, `${verrou}T12:00:00Z`),
  )
  const manquants = modeles.filter((modele) => !du.some((a) => a.modele === modele))
  if (modeles.length === 0 || hasard() > (manquants.length > 0 ? 0.35 : 0.02)) return
  const jour = plus(verrou, entier(hasard, 1, 40))
  const jusqua = plus(jour, entier(hasard, 8, 60))
  actes.push({ le: heure(hasard, jour), acte: 'ROUVRIR', structure, rang, jusqua })
  const [manquant] = manquants
  if (manquant && hasard() < 0.6 && memoire.tient(structure, manquant, rang, `${jour}T00:00:00Z`)) {
    const fil = { numero: numeroDe(structure, manquant, rang), structure, modele: manquant, rang }
    const cellules = chiffres(hasard, manquant, null)
    const plume = new Plume(hasard, fil, plus(jour, 1)).apres(0, 'COMMENCER', { cellules })
    plume.apres(entier(hasard, 0, 5), 'SOUMETTRE')
    instruire(hasard, plume, cellules, manquant)
    actes.push(...plume.actes)
  }
  if (hasard() < 0.2)
    actes.push({ le: heure(hasard, plus(jour, 7)), acte: 'TERMINER', structure, rang })
}

/** The same for the same seed. */
export function tirerJournal(graine: number, nombre: number): Acte[] {
  const hasard = alea(graine)
  const directions = REGIONS.map((region): Acte => {
    const structure = directionDe(region)
    const etat = DIRECTION(region)
    const commun = { libelle: `Direction ${region}`, ouverture: '2005-01-01' }
    const effectifs = { EPM: 40 }
    return {
      le: `${DEPART}T07:30:00.000Z`,
      acte: 'CREER',
      structure,
      ...commun,
      etat,
      effectifs,
    }
  })
  const vies = Array.from({ length: nombre - REGIONS.length }, (_, i) => {
    const region = choisir(hasard, REGIONS)
    const code = `P${String(i).padStart(3, '0')}-${region}`
    return vieDe(hasard, code, region)
  })
  const parLe = (a: Acte, b: Acte) => (a.le < b.le ? -1 : a.le > b.le ? 1 : 0)
  const cadre = [...reglages(), ...directions, ...vies.flat()].toSorted(parLe)
  const tirage: Tirage = { hasard, actes: [], avant: new Map() }
  const structures = cadre.flatMap((a) => (a.acte === 'CREER' ? [a.structure] : []))
  for (const structure of structures) {
    const memoire = new Memoire(cadre, structure)
    const siens: Tirage = { ...tirage, actes: [] }
    for (let rang = PREMIER; rang <= DERNIER; rang += 1) {
      for (const { code: modele, attendus, couverts, du } of MODELES.filter(
        (m) =>
          m.du <= rang && !MODELES.some((n) => n.code === m.code && n.du > m.du && n.du <= rang),
      )) {
        if (!attendus.includes(rang % 12) || du > rang) continue
        const fil = { numero: numeroDe(structure, modele, rang), structure, modele, rang }
        const avant = siens.actes.length
        if (rang < PREMIER + 3) {
          const vieille = cadre.some(
            (a) => a.acte === 'CREER' && a.structure === structure && a.ouverture < '2022-01-01',
          )
          if (vieille && hasard() < (modele === 'RMA' ? 0.4 : 0.1)) repriseTiree(siens, fil)
          continue
        }
        formulaireTire(siens, fil, couverts)
        const premier = siens.actes[avant]
        if (premier && !memoire.tient(structure, modele, rang, premier.le))
          siens.actes.length = avant
        // Of the months that the start, moved back, makes expected; and of models not given then.
        if (siens.actes.length === avant && rang < PREMIER + 6 && hasard() < 0.3)
          repriseTiree(siens, fil)
      }
      rouvertures(siens, structure, memoire, rang)
    }
    tirage.actes.push(...siens.actes.filter(({ le }) => jourDe(le) <= FIN))
  }
  return [...cadre, ...tirage.actes].toSorted(parLe)
}
