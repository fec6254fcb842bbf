import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Contexte } from '@releve/contract/modele/modele.schema.ts'
import { creerAttente } from './attente.ts'
import { lireAutresMois } from './autresMois.ts'
import type { Carnet } from './brouillon.ts'
import { creerEnregistreur, type Enregistreur } from './enregistreur.ts'
import {
  CANAL_ACTIVE,
  CANAL_BILAN,
  canalLignes,
  creerNoyau,
  type Noyau,
  refaireBilan,
  regarder,
  trouverCellule,
} from './noyau.ts'
import { rejouer, releverBrouillon } from './rejeu.ts'
import {
  appliquer,
  casesVides,
  commenterCellule,
  fermerLigne,
  justifierControle,
  ouvrirLigne,
  quitterCellule,
  saisirTextes,
} from './saisie.actes.ts'
import type { Saisie } from './saisie.types.ts'
import {
  envoyerLot,
  type Reseau,
  recevoir,
  recevoirJustifications,
  type Serveur,
} from './synchro.ts'
import { texteChamp } from './texte.ts'

export type Depart = {
  formulaire: Formulaire & { contexte: Contexte }
  mc: ModeleCompile
  carnet: Carnet
  reseau: Reseau
}

/** A form open for entry: its cells, and what saves them. */
export type SaisieOuverte = Saisie & {
  /**
   * Changes of an earlier visit were found in this browser, and are not all saved yet; what is told
   * to `abonnerEnregistrement` may change it.
   */
  retrouvees: () => boolean
  /** The version that the server last answered. */
  version: () => number
  recevoir: (formulaire: Formulaire) => void
  /** `leurs`: cells in which the value of the other person is kept. Then saves again. */
  trancher: (leurs: readonly string[]) => Promise<boolean>
  /** Saves now. True when nothing waits any more. */
  vider: () => Promise<boolean>
  reprendreEnvoi: () => Promise<boolean>
  /** Texts that are no value, or that the server refused. */
  fautes: () => number
  nonEnregistre: () => boolean
  noter: () => void
  demarrer: () => void
  /** Leaves the page, and saves a last time. True when nothing waits any more. */
  fermer: () => Promise<boolean>
}

/** Opens a form for entry, and puts back what an earlier visit left unsaved. */
export function ouvrirSaisie({ formulaire, mc, carnet, reseau }: Depart): SaisieOuverte {
  const { commentaires, remarques, contexte } = formulaire
  const calcul = ouvrirCalcul(mc, formulaire.donnees, contexte, { commentaires })
  const attente = creerAttente()
  const noyau = creerNoyau({ mc, calcul, attente, commentaires, remarques })
  recevoirJustifications(noyau, formulaire, () => false)
  const brouillon = carnet.lire()
  const serveur: Serveur = {
    version: Math.min(brouillon?.version ?? formulaire.version, formulaire.version),
    donnees: formulaire.donnees,
    dernier: formulaire,
  }
  const enregistreur = creerEnregistreur({
    attente,
    envoyer: (lot) => envoyerLot(noyau, serveur, reseau, lot),
  })
  let retrouvees = brouillon !== null
  const noter = () => {
    const reste = releverBrouillon(noyau, serveur.version)
    if (reste === null) retrouvees = false
    carnet.ecrire(reste)
  }
  // Once a lot is settled, the notebook keeps what is left: nothing, when all is saved.
  enregistreur.abonner(() => {
    const { sorte } = enregistreur.lire()
    if (sorte !== 'attente' && sorte !== 'envoi') noter()
  })
  if (brouillon) rejouer(noyau, brouillon, formulaire)
  refaireBilan(noyau)
  if (!attente.estVide()) enregistreur.signaler()
  return {
    ...lectures(noyau, formulaire),
    ...actes(noyau, formulaire, changer(enregistreur, noter)),
    ...echanges({ noyau, serveur, enregistreur, noter }),
    retrouvees: () => retrouvees,
    noter,
  }
}

/** Milliseconds after a change before it is written in the browser. */
const DELAI_CARNET = 150

function changer(enregistreur: Enregistreur, noter: () => void): (acte: () => void) => void {
  let minuterie: ReturnType<typeof setTimeout> | undefined
  return (acte) => {
    acte()
    enregistreur.signaler()
    clearTimeout(minuterie)
    minuterie = setTimeout(noter, DELAI_CARNET)
  }
}

type Lectures = Omit<
  Saisie,
  keyof ReturnType<typeof actes> | 'enregistrement' | 'abonnerEnregistrement'
>

/** One and the same array: who subscribes renders again when it is another. */
const AUCUNE: readonly string[] = []

function lectures(noyau: Noyau, formulaire: Formulaire): Lectures {
  const { canaux, mc } = noyau
  return {
    modele: mc.modele,
    ouverte: true,
    celluleDe: (adresse) => trouverCellule(noyau, adresse),
    lire: (adresse) => regarder(noyau, adresse),
    abonner: canaux.abonner,
    lignes: (section) => noyau.lignes.get(section) ?? AUCUNE,
    abonnerLignes: (section, rappel) => canaux.abonner(canalLignes(section), rappel),
    lireBilan: () => noyau.bilan,
    abonnerBilan: (rappel) => canaux.abonner(CANAL_BILAN, rappel),
    active: () => noyau.active,
    abonnerActive: (rappel) => canaux.abonner(CANAL_ACTIVE, rappel),
    ...lireAutresMois(formulaire, (adresse) => trouverCellule(noyau, adresse)),
  }
}

function actes(noyau: Noyau, formulaire: Formulaire, faire: (acte: () => void) => void) {
  const donnees = formulaire.precedent?.donnees ?? {}
  const autres = lireAutresMois(formulaire, (adresse) => trouverCellule(noyau, adresse))
  const poser = (textes: readonly (readonly [string, string])[]) =>
    faire(() => {
      saisirTextes(noyau, textes, formulaire)
      for (const [adresse] of textes) quitterCellule(noyau, adresse)
    })
  return {
    taper: (adresse: string, texte: string) =>
      faire(() => saisirTextes(noyau, [[adresse, texte]], formulaire)),
    quitter: (adresse: string) => quitterCellule(noyau, adresse),
    poser,
    reprendre: (adresse: string) => {
      const cellule = trouverCellule(noyau, adresse)
      const valeur = autres.precedent(adresse) === null ? undefined : donnees[adresse]
      if (cellule && valeur !== undefined) poser([[adresse, texteChamp(cellule, valeur)]])
    },
    commenter: (adresse: string, texte: string) =>
      faire(() => commenterCellule(noyau, adresse, texte)),
    justifier: (cle: string, texte: string) => faire(() => justifierControle(noyau, cle, texte)),
    mettreAZero: (section: string | null) => {
      const vides = casesVides(noyau, section)
      poser(vides.map((adresse) => [adresse, '0'] as const))
      return vides.length
    },
    ajouterLigne: (section: string) => ouvrirLigne(noyau, section),
    supprimerLigne: (section: string, ligne: string) =>
      faire(() => fermerLigne(noyau, section, ligne, formulaire)),
    activer: (adresse: string) => {
      if (noyau.active === adresse) return
      noyau.active = adresse
      noyau.canaux.publier(CANAL_ACTIVE)
    },
  }
}

type Montage = {
  noyau: Noyau
  serveur: Serveur
  enregistreur: Enregistreur
  noter: () => void
}

function echanges({ noyau, serveur, enregistreur, noter }: Montage) {
  return {
    enregistrement: enregistreur.lire,
    abonnerEnregistrement: enregistreur.abonner,
    version: () => serveur.version,
    recevoir: (formulaire: Formulaire) => recevoir(noyau, serveur, formulaire),
    trancher: (leurs: readonly string[]) => {
      for (const adresse of leurs) {
        noyau.attente.retirer('donnees', adresse)
        noyau.textes.delete(adresse)
      }
      prendreLeurs(noyau, serveur, leurs)
      noter()
      return enregistreur.reprendre()
    },
    vider: enregistreur.vider,
    reprendreEnvoi: enregistreur.reprendre,
    fautes: () => noyau.fautes.size,
    nonEnregistre: () => !noyau.attente.estVide(),
    demarrer: enregistreur.demarrer,
    fermer: () => {
      noter()
      // Leaving the page sends what waits; what cannot be sent is in the browser's notebook.
      const fin = enregistreur.vider()
      enregistreur.arreter()
      return fin
    },
  }
}

function prendreLeurs(noyau: Noyau, serveur: Serveur, leurs: readonly string[]): void {
  appliquer(
    noyau,
    Object.fromEntries(leurs.map((adresse) => [adresse, serveur.donnees[adresse] ?? null])),
  )
}
