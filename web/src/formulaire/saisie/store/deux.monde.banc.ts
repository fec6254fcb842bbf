import type { Formulaire, LigneHistorique } from '@releve/contract/formulaire/formulaire.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Contexte, Modele, Valeur } from '@releve/contract/modele/modele.schema.ts'
import { EchecApi } from '../../../api/envoi.ts'
import type { Auteur } from '../../../app/carnets.ts'
import type { Lot } from './attente.ts'
import { ouvrirCarnet } from './carnet.ts'
import type { Conflit } from './client.ts'
import { ouvrirEntree } from './entree.ts'

// Windows on one report, each the real entry of a page, on a real server: what travels between them
// goes when the test says, so that a draw is played again alike.

export type Nom = 'awa' | 'binta'
export type Lieu = { origine: string; jetons: Record<Nom, string>; numero: string }

type Entier = Formulaire & { definition: Modele; contexte: Contexte }
type Corps = { version: number } & Lot

/** One call of a window: not yet gone, or answered and not yet come back. */
export type Appel = {
  fenetre: Fenetre
  /** What a save sends; null: the report is read. */
  corps: Corps | null
  reponse: { recu: Formulaire } | { echec: EchecApi } | null
  rendre: (recu: Formulaire) => void
  echouer: (echec: EchecApi) => void
}

export class Terrain {
  readonly lieu: Lieu
  /** The local storage of each person's browser. */
  readonly coffres = new Map<Nom, Map<string, string>>()
  fenetres: Fenetre[] = []
  appels: Appel[] = []
  /** Sent, and believed lost: they arrive later. */
  fantomes: { nom: Nom; corps: object }[] = []
  rang = 0

  constructor(lieu: Lieu) {
    this.lieu = lieu
  }

  async demander(nom: Nom, methode: string, chemin: string, corps?: unknown): Promise<Formulaire> {
    const reponse = await fetch(`${this.lieu.origine}${chemin}`, {
      method: methode,
      headers: {
        authorization: `Bearer ${this.lieu.jetons[nom]}`,
        ...(corps !== undefined && { 'content-type': 'application/json' }),
      },
      ...(corps !== undefined && { body: JSON.stringify(corps) }),
    })
    const lu = await reponse.json()
    if (!reponse.ok) throw new EchecApi(reponse.status, lu)
    // The server's own words, of the contract's type.
    return lu as Formulaire
  }

  lire(nom: Nom): Promise<Formulaire> {
    return this.demander(nom, 'GET', `/formulaire/lire/${this.lieu.numero}`)
  }

  modifier(nom: Nom, corps: unknown): Promise<Formulaire> {
    return this.demander(nom, 'PUT', '/formulaire/modifier?sans=fixe', corps)
  }

  /** The last lines of the report's record, the newest first. */
  async listHistorique(taille: number): Promise<LigneHistorique[]> {
    if (taille === 0) return []
    const chemin = `/formulaire/historique/${this.lieu.numero}?page=1&taille=${taille}`
    const lu: unknown = await this.demander('awa', 'GET', chemin)
    return (lu as { elements: LigneHistorique[] }).elements
  }

  coffre(nom: Nom): Map<string, string> {
    const coffre = this.coffres.get(nom) ?? new Map<string, string>()
    this.coffres.set(nom, coffre)
    return coffre
  }

  async ouvrir(nom: Nom): Promise<Fenetre> {
    const recu = await this.lire(nom)
    if (!recu.definition || !recu.contexte) throw new Error('un rapport sans modèle')
    this.rang += 1
    const fenetre = new Fenetre(this, nom, recu as Entier, this.rang)
    this.fenetres.push(fenetre)
    return fenetre
  }
}

/** Notebooks as the browser keeps them, written at once. */
const carnetsDe = (coffre: Map<string, string>) => ({
  lire: (cle: string) => coffre.get(cle) ?? null,
  ecrire: (cle: string, auteur: Auteur) => {
    const { appliquer, tenu } = auteur()
    const texte = appliquer(coffre.get(cle) ?? null)
    if (texte === null) coffre.delete(cle)
    else coffre.set(cle, texte)
    tenu?.()
  },
  entamer: () => undefined,
})

/** A page of somebody, with the report open. */
export class Fenetre {
  readonly terrain: Terrain
  readonly nom: Nom
  readonly poste: string
  readonly carnet: ReturnType<typeof ouvrirCarnet>
  readonly ouvert: ReturnType<typeof ouvrirEntree>
  conflits: readonly Conflit[] = []
  envois = 0
  morte = false
  /** The last answer kept of the report: a later one is never replaced by an earlier. */
  tenu: Formulaire

  constructor(terrain: Terrain, nom: Nom, recu: Entier, rang: number) {
    this.terrain = terrain
    this.nom = nom
    this.poste = `page${String(rang).padStart(6, '0')}`
    this.tenu = recu
    const carnets = carnetsDe(terrain.coffre(nom))
    const vifs = { ...carnets, ecrire: this.vivant(carnets.ecrire) }
    this.carnet = ouvrirCarnet(vifs, nom, recu.numero)
    this.ouvert = ouvrirEntree({
      formulaire: recu,
      mc: compilerModele(recu.definition),
      carnet: this.carnet,
      reseau: {
        modifier: (corps) => this.appeler(corps),
        relire: () => this.relire(),
        surConflits: (conflits) => {
          this.conflits = conflits
        },
        surEnregistre: (enregistre) => this.garder(enregistre),
      },
    })
    this.ouvert.liaison.demarrer()
  }

  get libelle(): string {
    return `${this.nom}/${this.poste}`
  }

  valeur(adresse: string): Valeur | null {
    return this.ouvert.lecture.lire(adresse).valeur ?? null
  }

  /** Killed: nothing that it still does leaves it. */
  mourir(): void {
    this.morte = true
    this.ouvert.liaison.suspendre()
  }

  private vivant<Mots extends unknown[]>(faire: (...mots: Mots) => void) {
    return (...mots: Mots) => {
      if (!this.morte) faire(...mots)
    }
  }

  /** Puts a call on the line: it goes, and comes back, when the test says. */
  private appeler(corps: Corps | null): Promise<Formulaire> {
    return new Promise((rendre, echouer) => {
      if (this.morte) return
      const appel = { fenetre: this, corps, reponse: null, rendre, echouer }
      this.terrain.appels.push(appel)
    })
  }

  /** As the screen does of an answer (`relireFormulaire`, `useOuverture`). */
  async relire(): Promise<Formulaire> {
    return this.garder(await this.appeler(null))
  }

  private garder(recu: Formulaire): Formulaire {
    if (this.tenu.version > recu.version) return this.tenu
    this.tenu = { ...recu }
    this.ouvert.recevoir(this.tenu)
    return this.tenu
  }
}
