import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Etat, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Modifications } from '@releve/contract/modele/modele.schema.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { ficheDe } from '../../src/structure/enregistrer.ts'
import type { Reponse } from '../banc.ts'
import type { Intention, Sorte } from './intentions.ts'
import { COULEURS, LISTE, MODELES_ESSAI } from './modeles.ts'
import { type Acteur, type Appeler, MOIS_ESSAI, type Monde, STRUCTURES_ESSAI } from './monde.ts'

/** What an answer shows of a form. */
type FormulaireVu = Pick<
  Formulaire,
  | 'id'
  | 'numero'
  | 'version'
  | 'donnees'
  | 'commentaires'
  | 'justifications'
  | 'remarques'
  | 'resultats'
> & { etat: Etat }

/** What was asked of a form, to be found in what is written. */
type Demande = {
  numero?: string
  version?: number | undefined
  donnees?: Modifications
  commentaires?: Record<string, string | null>
  justifications?: Record<string, string | null>
}

/** A call about forms and what it was answered; `debut` and `fin` by one clock of all calls. */
export type Trace = {
  debut: number
  fin: number
  acteur: Acteur
  processus: number
  /** The action that its line of history would bear; null: a reading. */
  action: string | null
  demande: Demande
  statut: number
  code: string
  vu: FormulaireVu | null
}

const MOTIF = { motif: 'INCOHERENCE', texte: 'Vérifiez ces chiffres.' }
const MODELES = [...MODELES_ESSAI.keys()]

type Lieu = { structure: string; modele: string; mois: (typeof MOIS_ESSAI)[number] }

/** At the rank drawn among these, whatever their number. */
function parmi<T>(liste: readonly T[], rang: number): T {
  const element = liste[rang % liste.length]
  if (element === undefined) throw new Error('rien à tirer')
  return element
}

const CELLULES: Record<string, readonly string[]> = {
  SUIVI: ['DEB', 'ENT', 'SOR', 'CAP', 'COUL', 'KM', 'POS', 'OBS', 'LIG.a.N', 'LIG.b.N'],
  LIEN: ['X', 'Y'],
  TRIM: ['X', 'Y'],
  DEUX: ['X', 'Y'],
}

function valeurDe(cellule: string, valeur: number) {
  if (valeur === 9) return null
  if (cellule === 'COUL') return parmi(COULEURS, valeur).code
  return cellule === 'OBS' ? `Précision ${valeur}` : valeur
}

function modificationsDe(modele: string, { valeurs }: Intention): Modifications {
  return Object.fromEntries(
    valeurs.map(({ cellule: rang, valeur }) => {
      const cellule = parmi(CELLULES[modele] ?? [], rang)
      return [cellule, valeurDe(cellule, valeur)]
    }),
  )
}

/** Who tries each act: those who may, and now and then somebody else. */
function acteurDe({ acteurs }: Monde, { sorte, qui, choix }: Intention, structure: string): Acteur {
  if (choix % 12 === 0) return parmi(acteurs, qui)
  const dpps = acteurs.filter(({ portee }) => portee === 'DPPS')
  const central = acteurs.filter(({ portee }) => portee !== 'STRUCTURE')
  const siens = acteurs.filter(({ saisit }) => saisit.includes(structure))
  const qui2: Partial<Record<Sorte, readonly Acteur[]>> = {
    // Mostly who does not approve: four eyes would stop every form there.
    valider: [...central, ...central.filter(({ portee }) => portee === 'ADMIN')],
    renvoyer: central,
    remarquer: central,
    lire: acteurs,
    listerMois: acteurs,
    listerPays: acteurs,
    historique: acteurs,
  }
  const saisie = ['enregistrer', 'modifier', 'commenter', 'justifier', 'soumettre'].includes(sorte)
  const candidats = qui2[sorte] ?? (saisie ? [...siens, ...siens, ...siens, ...dpps] : dpps)
  return parmi(candidats, qui)
}

const SUITES = {
  BROUILLON: 'soumettre',
  RENVOYE: 'soumettre',
  SOUMIS: 'valider',
  VALIDE: 'approuver',
  APPROUVE: 'diffuser',
  DIFFUSE: 'renvoyer',
  ANNULE: 'enregistrer',
} as const satisfies Record<Etat, Sorte>

const SUR_UN_RAPPORT: readonly Sorte[] = ['modifier', 'commenter', 'justifier', 'avancer', 'lire']
const DE_SAISIE: readonly Sorte[] = ['modifier', 'commenter', 'justifier']

/** The act drawn, mostly one that the form last seen allows: refusals alone would prove little. */
function sensee({ sorte, choix }: Intention, vu: FormulaireVu | undefined): Sorte {
  if (!vu || (vu.etat === 'ANNULE' && choix % 3 > 0)) {
    return SUR_UN_RAPPORT.includes(sorte) ? 'enregistrer' : sorte
  }
  if (sorte === 'avancer') return SUITES[vu.etat]
  const ouvert = ['BROUILLON', 'RENVOYE'].includes(vu.etat)
  return DE_SAISIE.includes(sorte) && !ouvert && choix % 5 === 0 ? 'renvoyer' : sorte
}

/** Plays acts on the platform, and keeps what each was answered. */
export class Jeu {
  readonly traces: Trace[] = []
  readonly pannes: string[] = []
  readonly monde: Monde
  #tour = 0
  #chaud: Lieu = lieuDe({ structure: 0, modele: 0, mois: 3 })
  /** What has been seen of the form of each place, the last first. */
  readonly #vus = new Map<string, FormulaireVu[]>()

  constructor(monde: Monde) {
    this.monde = monde
  }

  /** Plays these, so many at once; the form that everybody is at is that of the first. */
  async jouer(intentions: readonly Intention[], enVol: number): Promise<void> {
    const [premiere] = intentions
    if (premiere) this.#chaud = lieuDe(premiere)
    const suite = intentions.values()
    const voie = async () => {
      for (const intention of suite) await this.#faire(intention)
    }
    await Promise.all(Array.from({ length: enVol }, voie))
  }

  async #faire(tiree: Intention): Promise<void> {
    const lieu = tiree.chaude ? this.#chaud : lieuDe(tiree)
    const intention = { ...tiree, sorte: sensee(tiree, this.vusDe(lieu)[0]) }
    const acteur = acteurDe(this.monde, intention, lieu.structure)
    const processus = intention.processus % acteur.voix.length
    const appeler: Appeler = async (operation, envoi) => {
      const reponse = await parmi(acteur.voix, processus)(operation, envoi)
      if (reponse.statut < 500) return reponse
      this.pannes.push(`${operation.path} ${JSON.stringify(envoi)} : ${reponse.octets.toString()}`)
      return reponse
    }
    await ACTES[intention.sorte](new Coup(this, { intention, lieu, acteur, processus, appeler }))
  }

  /** The instants of one clock of all calls. */
  instant(): number {
    this.#tour += 1
    return this.#tour
  }

  vusDe(lieu: Lieu): readonly FormulaireVu[] {
    return this.#vus.get(nomDe(lieu)) ?? []
  }

  voir(lieu: Lieu, vu: FormulaireVu): void {
    const vus = [vu, ...this.vusDe(lieu)].toSorted((a, b) => b.id - a.id || b.version - a.version)
    this.#vus.set(nomDe(lieu), vus.slice(0, 8))
  }
}

const lieuDe = ({ structure, modele, mois }: Pick<Intention, 'structure' | 'modele' | 'mois'>) => ({
  structure: parmi(STRUCTURES_ESSAI, structure),
  modele: parmi(MODELES, modele),
  mois: parmi(MOIS_ESSAI, mois),
})

const nomDe = ({ structure, modele, mois }: Lieu) => `${structure} ${modele} ${mois.mois}`

type Donne = {
  intention: Intention
  lieu: Lieu
  acteur: Acteur
  processus: number
  appeler: Appeler
}

/** One act under way: its place, its caller, what he has seen. */
class Coup {
  readonly intention: Intention
  readonly lieu: Lieu
  readonly appeler: Appeler
  readonly #jeu: Jeu
  readonly #donne: Donne

  constructor(jeu: Jeu, donne: Donne) {
    this.#jeu = jeu
    this.#donne = donne
    this.intention = donne.intention
    this.lieu = donne.lieu
    this.appeler = donne.appeler
  }

  /** The form as he knows it: the last seen, or an older version of it. */
  get connu(): FormulaireVu | undefined {
    const vus = this.#jeu.vusDe(this.lieu)
    const derniere = vus[0]
    return vus.filter(({ id }) => id === derniere?.id)[this.intention.retard] ?? derniere
  }

  /** Makes a call about a form, and keeps its trace. */
  async tracer(
    action: string | null,
    demande: Demande,
    appel: () => Promise<Reponse<Formulaire>>,
  ): Promise<FormulaireVu | null> {
    const debut = this.#jeu.instant()
    const { statut, code, corps } = await appel()
    const fin = this.#jeu.instant()
    const { acteur, processus } = this.#donne
    const vu = statut === 200 ? vuDe(corps) : null
    this.#jeu.traces.push({ debut, fin, acteur, processus, action, demande, statut, code, vu })
    // A publication read by who reads nothing else says nothing of the form's present version.
    if (vu && vu.version > 0) this.#jeu.voir(this.lieu, vu)
    return vu
  }

  async modifier(
    vu: FormulaireVu,
    change: Omit<Demande, 'numero' | 'version'>,
  ): Promise<FormulaireVu | null> {
    const { numero, version } = vu
    const demande = { numero, version, donnees: {}, ...change }
    const query = this.intention.choix % 3 === 0 ? {} : ({ sans: 'fixe' } as const)
    return this.tracer('modifier', demande, () =>
      this.appeler(api.modifierFormulaire, { body: demande, query }),
    )
  }

  async relire(numero: string): Promise<FormulaireVu | null> {
    return this.tracer(null, { numero }, () =>
      this.appeler(api.lireFormulaire, { params: { numero } }),
    )
  }
}

const vuDe = (corps: Formulaire): FormulaireVu => {
  const { id, numero, version, etat, donnees, commentaires, justifications } = corps
  const { remarques, resultats } = corps
  if (etat === 'NON_COMMENCE') throw new Error(`${numero} : lu, et non commencé`)
  const textes = { commentaires, justifications, remarques }
  return { id, numero, version, etat, donnees, ...textes, resultats }
}

/** The acts of the table of transitions, on what is known of the form, with its version or without. */
function transiter(acte: 'valider' | 'approuver' | 'diffuser' | 'renvoyer') {
  const operation = {
    valider: api.validerFormulaire,
    approuver: api.approuverFormulaire,
    diffuser: api.diffuserFormulaire,
    renvoyer: api.renvoyerFormulaire,
  }[acte]
  return async (coup: Coup) => {
    const { connu: vu, intention } = coup
    if (!vu) return
    const { id, numero } = vu
    const version = intention.choix % 4 === 0 ? undefined : vu.version
    const query = { version, ...(acte === 'renvoyer' && MOTIF) }
    await coup.tracer(acte, { numero, version }, () =>
      coup.appeler(operation, { params: { id }, query }),
    )
  }
}

async function forcer(coup: Coup, etat: Intention['etat']): Promise<void> {
  const { connu: vu } = coup
  if (!vu) return
  const { numero, version } = vu
  await coup.tracer('changerEtat', { numero, version }, () =>
    coup.appeler(api.changerEtatFormulaire, {
      params: { numero, etat },
      query: { version, ...MOTIF },
    }),
  )
}

/** The warnings that fire, each with its reason. */
function justificationsDe({ resultats }: FormulaireVu, choix: number): Record<string, string> {
  const avertis = resultats.filter(({ niveau }) => niveau === 'AVERTISSEMENT')
  return Object.fromEntries(avertis.map(({ cle }) => [cle, `Constaté sur place ${choix % 5}`]))
}

/** Values that leave nothing to fill in, and nothing below zero. */
function manquantes(modele: string, { donnees }: FormulaireVu): Modifications {
  if (modele !== 'SUIVI') return { X: donnees['X'] ?? 1, Y: donnees['Y'] ?? 1 }
  const fin = donnees['FIN']
  const juste = typeof fin === 'number' && fin >= 0
  const entrees = donnees['ENT'] ?? 2
  return {
    DEB: donnees['DEB'] ?? 3,
    ENT: entrees,
    SOR: juste ? (donnees['SOR'] ?? 0) : 0,
    OBS: donnees['OBS'] ?? 'Fait.',
  }
}

/** Fills in what is missing, justifies, then submits: three calls, between which anything happens. */
async function soumettre(coup: Coup): Promise<void> {
  const { connu, lieu, intention } = coup
  if (!connu) return
  let vu = await coup.relire(connu.numero)
  if (vu && ['BROUILLON', 'RENVOYE'].includes(vu.etat)) {
    vu = (await coup.modifier(vu, { donnees: manquantes(lieu.modele, vu) })) ?? vu
    const justifications = justificationsDe(vu, intention.choix)
    vu = (await coup.modifier(vu, { justifications })) ?? vu
    vu = await repondre(coup, vu)
  }
  const { id, numero, version } = vu ?? connu
  await coup.tracer('soumettre', { numero, version }, () =>
    coup.appeler(api.soumettreFormulaire, { params: { id }, query: { version, confirme: 'true' } }),
  )
}

/** Answers what was asked of cells and nobody has corrected: a form sent back waits for it. */
async function repondre(coup: Coup, lu: FormulaireVu): Promise<FormulaireVu> {
  const attendent = lu.remarques.filter((r) => r.cellule !== null && r.statut === 'OUVERTE')
  if (lu.etat !== 'RENVOYE' || attendent.length === 0) return lu
  for (const { id } of attendent) {
    const body = { numero: lu.numero, id, reponse: `C’est exact (${coup.intention.choix}).` }
    await coup.tracer('repondre', { numero: lu.numero }, () =>
      coup.appeler(api.repondreRemarque, { body, query: {} }),
    )
  }
  return (await coup.relire(lu.numero)) ?? lu
}

async function remarquer(coup: Coup): Promise<void> {
  const { connu: vu, intention, lieu } = coup
  if (!vu) return
  const { numero } = vu
  const texte = `Pourquoi ${intention.choix} ?`
  const cellule = parmi(CELLULES[lieu.modele] ?? [], intention.choix)
  const statut = parmi(['OUVERTE', 'OUVERTE', 'LEVEE'] as const, intention.choix)
  await coup.tracer('remarquer', { numero }, () =>
    coup.appeler(api.remarquerFormulaire, {
      body: { numero, remarques: [{ cellule, texte, statut }] },
      query: {},
    }),
  )
}

async function regler({ appeler, intention: { choix } }: Coup): Promise<void> {
  const { statut, corps } = await appeler(calendrierApi.lireCalendrier)
  if (statut !== 200) return
  const changements = [
    { doubleRegard: !corps.doubleRegard },
    { moisVerrou: 2 + (choix % 3) },
    { joursFeries: choix % 2 ? [] : ['2025-03-03', '2025-02-04', '2025-01-06'] },
    { joursFeries: ['2024-12-23', `2025-03-${10 + (choix % 5)}`] },
    { jourEcheance: 3 + (choix % 5) },
  ]
  const version = choix % 2 ? {} : { version: corps.version }
  await appeler(calendrierApi.modifierCalendrier, {
    body: { ...corps, version: undefined, ...version, ...parmi(changements, choix) },
  })
}

/** Refused, most often: a report that somebody has begun would be left out. */
async function debuter({ appeler, intention: { choix } }: Coup): Promise<void> {
  const debutCollecte = parmi(['2024-11', '2025-01', '2024-12', '2025-02', '2025-03'], choix)
  await appeler(debutApi.modifierDebut, { body: { debutCollecte } })
}

type Fiche = ReturnType<typeof ficheDe>

/** Reads the record of a structure, and writes it with some fields changed. */
async function changerFiche({ appeler, lieu }: Coup, changer: (fiche: Fiche) => Partial<Fiche>) {
  const { statut, corps } = await appeler(structureApi.listStructures, {
    query: { q: lieu.structure },
  })
  if (statut !== 200) return
  const lue = corps.elements.find(({ code }) => code === lieu.structure)
  if (!lue || !('version' in lue)) return
  const fiche = ficheDe(lue)
  await appeler(structureApi.modifierStructure, {
    body: { ...fiche, ...changer(fiche), version: lue.version },
  })
}

async function changerCode({ appeler, intention: { choix } }: Coup): Promise<void> {
  const { statut, corps } = await appeler(codificationApi.lireCodification, {
    params: { code: LISTE },
  })
  if (statut !== 200) return
  const { code, libelle, version, valeurs } = corps
  const { emplois: _e, actions: _a, libellesAnciens: _l, ...valeur } = parmi(valeurs, choix)
  await appeler(codificationApi.enregistrerCodification, {
    body: { code, libelle, version, valeurs: [{ ...valeur, actif: !valeur.actif }] },
  })
}

async function terminer({ appeler, intention: { choix } }: Coup): Promise<void> {
  const { statut, corps } = await appeler(calendrierApi.listReouvertures, {
    query: { etat: ['OUVERTE'] },
  })
  if (statut !== 200 || corps.elements.length === 0) return
  const { id } = parmi(corps.elements, choix)
  await appeler(calendrierApi.terminerReouverture, { params: { id } })
}

/** How each act is done. */
const ACTES: Record<Sorte, (coup: Coup) => Promise<unknown>> = {
  enregistrer: async (coup) => {
    const { modele, structure, mois } = coup.lieu
    const donnees = Object.fromEntries(
      Object.entries(modificationsDe(modele, coup.intention)).filter(([, v]) => v !== null),
    ) as Record<string, string | number>
    const envoyees = coup.intention.choix % 2 ? { donnees } : {}
    await coup.tracer('enregistrer', envoyees, () =>
      coup.appeler(api.enregistrerFormulaire, {
        params: mois,
        body: { modele, structure, ...envoyees },
        query: {},
      }),
    )
  },
  modifier: async (coup) =>
    coup.connu &&
    coup.modifier(coup.connu, { donnees: modificationsDe(coup.lieu.modele, coup.intention) }),
  commenter: async (coup) => {
    const cellule = parmi(CELLULES[coup.lieu.modele] ?? [], coup.intention.choix)
    const texte = coup.intention.choix % 3 ? `Commentaire ${coup.intention.choix % 4}` : null
    return coup.connu && coup.modifier(coup.connu, { commentaires: { [cellule]: texte } })
  },
  justifier: async (coup) =>
    coup.connu &&
    coup.modifier(coup.connu, {
      justifications: justificationsDe(coup.connu, coup.intention.choix),
      ...(coup.intention.choix % 2 && {
        donnees: modificationsDe(coup.lieu.modele, coup.intention),
      }),
    }),
  avancer: soumettre,
  soumettre,
  valider: transiter('valider'),
  approuver: transiter('approuver'),
  diffuser: transiter('diffuser'),
  renvoyer: transiter('renvoyer'),
  forcer: async (coup) => forcer(coup, coup.intention.etat),
  annuler: async (coup) => forcer(coup, 'ANNULE'),
  remarquer,
  rouvrir: async ({ appeler, lieu }) =>
    appeler(calendrierApi.rouvrirMois, {
      body: {
        structures: [lieu.structure],
        ...lieu.mois,
        jusqua: '2025-04-10',
        motif: 'Retard justifié par la structure.',
      },
    }),
  terminer,
  regler,
  debuter,
  fiche: async (coup) => {
    const { choix } = coup.intention
    const capacite = choix % 5 === 0 ? null : choix % 9
    const capaciteTheorique = choix % 4 === 0 ? null : 5
    return changerFiche(coup, () => ({ capacite, capaciteTheorique }))
  },
  etatStructure: async (coup) =>
    changerFiche(coup, ({ etat }) =>
      parmi<Partial<Fiche>>(
        [
          { etat: 'SUSPENDUE', dateFermeture: null },
          { etat: 'ACTIVE', dateFermeture: null },
          { etat: 'ACTIVE', dateFermeture: null },
          { etat: 'FERMEE', dateFermeture: '2025-03-19' },
          { etat, modeles: ['SUIVI'] },
          { etat, modeles: ['SUIVI', 'LIEN', 'TRIM'] },
          { etat, modeles: MODELES },
          { etat, modeles: MODELES },
        ],
        coup.intention.choix,
      ),
    ),
  code: changerCode,
  lire: async (coup) => coup.connu && coup.relire(coup.connu.numero),
  listerMois: async ({ appeler, lieu }) => appeler(api.listFormulaires, { params: lieu.mois }),
  listerPays: async ({ appeler }) => appeler(api.listFormulairesStructures, { body: {} }),
  historique: async ({ appeler, connu }) =>
    connu && appeler(api.listHistorique, { params: { numero: connu.numero } }),
}
