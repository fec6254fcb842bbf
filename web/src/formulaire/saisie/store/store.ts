import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Modele, Valeur } from '@releve/contract/modele/modele.schema.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from 'react-hot-toast/headless'
import { tenir } from '../../../app/attentes.ts'
import { carnets } from '../../../app/carnets.ts'
import { estHorsLigne, noterAppel, subscribeLigne } from '../../../app/ligne.ts'
import { getSession } from '../../../app/session.ts'
import { avantDepart } from '../../../ui/avantDepart.ts'
import {
  modifierFormulaire,
  relireFormulaire,
  retenirModification,
} from '../../formulaire.queries.ts'
import { textesSaisie } from '../saisie.textes.ts'
import { type Carnet, type CarnetOuvert, ouvrirCarnet } from './carnet.ts'
import { chiffresRecus } from './chiffres.ts'
import type {
  Bilan,
  CadreCellule,
  Conflit,
  Entree,
  EtatCellule,
  EtatEnregistrement,
  Lecture,
  Ouverture,
} from './client.ts'
import { type Liaison, ouvrirEntree } from './entree.ts'
import { ouvrirLecture, recevoirLu } from './lecture.ts'
import { creerNoyau } from './noyau.ts'
import type { Reseau } from './synchro.ts'

/** A name for this page, that no other has: what it saves is no conflict with itself. */
function nommerPoste(): string {
  const tires = crypto.getRandomValues(new Uint32Array(2))
  return [...tires].map((tire) => tire.toString(36).padStart(7, '0')).join('')
}

/** What a cell held, as it is read; a dash for a blank. */
export function direValeur(lecture: Lecture, adresse: string, valeur: Valeur | null): string {
  const cellule = lecture.celluleDe(adresse)
  if (!cellule || valeur === null) return String(valeur ?? '—')
  return formaterValeur(cellule, valeur) || '—'
}

// What gives the store to the screen; what it is, for all but it, stands in client.ts.

/** A model is compiled once, for as long as the page holds its definition. */
const compiles = new WeakMap<Modele, ModeleCompile>()

function compilerUneFois(modele: Modele): ModeleCompile {
  const compile = compiles.get(modele) ?? compilerModele(modele)
  compiles.set(modele, compile)
  return compile
}

/** The notebook of the person at work; it closes with the session, so that signing out leaves nothing. */
function carnetDe(numero: string): CarnetOuvert {
  const identifiant = getSession().auth?.identifiant ?? ''
  const carnet = ouvrirCarnet(carnets, identifiant, numero)
  return {
    ...carnet,
    ecrire: (reliquat) => {
      if (getSession().auth?.identifiant === identifiant) carnet.ecrire(reliquat)
    },
    entamer: () => {
      if (getSession().auth?.identifiant === identifiant) carnet.entamer()
    },
  }
}

/** The page, as it calls itself to the server, and how many sendings it has made. */
const page = { poste: nommerPoste(), envois: 0 }

/** How this page calls itself. */
export const nomDeLaPage = (): string => page.poste

type Suites = Pick<Reseau, 'surConflits' | 'surFusion'>

function reseauDe(client: QueryClient, numero: string, suites: Suites): Reseau {
  return {
    modifier: (corps) => {
      page.envois += 1
      const envoi = { numero, poste: page.poste, envoi: page.envois, ...corps }
      return noterAppel(modifierFormulaire(envoi))
    },
    relire: () => relireFormulaire(client, numero),
    surEnregistre: (recu) => void retenirModification(client, recu),
    ...suites,
  }
}

type Moyens = { carnet: Carnet; reseau: Reseau }

function ouvrir(formulaire: Formulaire, modifiable: boolean, moyens: Moyens) {
  const { definition, contexte } = formulaire
  if (!definition) throw new Error('A form is opened with its definition')
  const mc = compilerUneFois(definition)
  if (modifiable && contexte)
    return ouvrirEntree({ formulaire: { ...formulaire, contexte }, mc, ...moyens })
  const noyau = creerNoyau(mc, chiffresRecus(formulaire), formulaire)
  const recevoir = recevoirLu(noyau, formulaire)
  return { lecture: ouvrirLecture(noyau, formulaire), entree: null, liaison: null, recevoir }
}

/**
 * Opens for entry a form that no screen shows, for what waits of it to be sent; null where it is
 * not open to entry. A conflict waits in the notebook for its screen.
 */
export function ouvrirSansEcran(client: QueryClient, formulaire: Formulaire) {
  const { numero, definition, contexte } = formulaire
  if (!definition || !contexte) return null
  const carnet = carnetDe(numero)
  const reseau = reseauDe(client, numero, { surConflits: () => undefined })
  const mc = compilerUneFois(definition)
  return {
    carnet,
    ...ouvrirEntree({ formulaire: { ...formulaire, contexte }, mc, carnet, reseau }),
  }
}

/**
 * Opens a form in this page, for entry when `actions` allows, else for reading, and keeps it in
 * step with what the server answers. The component that calls it lives as long as one opening.
 */
export function useOuverture(formulaire: Formulaire, modifiable: boolean): Ouverture {
  const client = useQueryClient()
  const [conflits, setConflits] = useState<readonly Conflit[]>([])
  const [oubliees, setOubliees] = useState(false)
  const [carnet] = useState(() => carnetDe(formulaire.numero))
  const [{ lecture, entree, liaison, recevoir, abandonnees }] = useState(() => {
    const suites = { surConflits: setConflits, surFusion: direFusion }
    const reseau = reseauDe(client, formulaire.numero, suites)
    const ouvert = ouvrir(formulaire, modifiable, { carnet, reseau })
    return { ...ouvert, abandonnees: ouvert.entree ? null : carnet.lire() }
  })
  useEffect(() => {
    const cases = recevoir(formulaire)
    if (cases > 0) direFusion(formulaire, cases)
  }, [recevoir, formulaire])
  useVeille(entree, liaison, formulaire.numero)
  useAutreFenetre(liaison, carnet)
  return {
    lecture,
    entree,
    abandonnees: oubliees ? null : abandonnees,
    oublier: () => {
      carnet.ecrire(null)
      setOubliees(true)
    },
    conflits,
    trancher: (leurs) => {
      setConflits([])
      void liaison?.trancher(leurs)
    },
  }
}

/** Says who has changed cells here, in passing. */
function direFusion({ numero, modifiePar }: Formulaire, cases: number): void {
  const soi = modifiePar === getSession().auth?.nomAffichable
  toast(soi ? textesSaisie.fusionSoi(cases) : textesSaisie.fusion(modifiePar, cases), {
    id: `fusion-${numero}`,
    ariaProps: { role: 'status', 'aria-live': 'polite' },
  })
}

/** What another window of the same person types over what waits here: the last gesture holds. */
function useAutreFenetre(liaison: Liaison | null, carnet: CarnetOuvert): void {
  useEffect(
    () =>
      carnets.abonner((cles, cause) => {
        // One types in one window at a time: the one that has the keyboard is the one that says.
        if (cause === 'AILLEURS' && cles.includes(carnet.cle) && !document.hasFocus())
          liaison?.suivreCarnet(carnet.relire())
      }),
    [liaison, carnet],
  )
}

/** Nothing typed is lost: on leaving, on hiding the page, on losing and finding the network. */
function useVeille(entree: Entree | null, liaison: Liaison | null, numero: string): void {
  useEffect(() => {
    if (!entree || !liaison) return
    liaison.demarrer()
    const lacher = tenir(numero)
    const avantDePartir = (evenement: BeforeUnloadEvent) => {
      liaison.noter()
      if (liaison.nonEnregistre()) evenement.preventDefault()
    }
    const auRetour = () => void liaison.retenter()
    const siCachee = () => {
      if (document.visibilityState !== 'hidden') return
      liaison.noter()
      void entree.vider()
    }
    window.addEventListener('beforeunload', avantDePartir)
    window.addEventListener('pagehide', liaison.noter)
    window.addEventListener('online', auRetour)
    const oublierLigne = subscribeLigne(() => {
      if (!estHorsLigne()) auRetour()
    })
    document.addEventListener('visibilitychange', siCachee)
    const oublierDepart = avantDepart(() => {
      liaison.noter()
      return entree.vider()
    })
    return () => {
      window.removeEventListener('beforeunload', avantDePartir)
      window.removeEventListener('pagehide', liaison.noter)
      window.removeEventListener('online', auRetour)
      oublierLigne()
      document.removeEventListener('visibilitychange', siCachee)
      // Until its last save is settled, signing out waits for it.
      void liaison.fermer().finally(() => {
        oublierDepart()
        lacher()
      })
    }
  }, [entree, liaison, numero])
}

/** Render again when what is read of this cell changes: `lire` answers the same for the same cell. */
export function useDeCellule<T>(
  lecture: Lecture,
  adresse: string,
  lire: (etat: EtatCellule) => T,
): T {
  const abonner = useCallback(
    (rappel: () => void) => lecture.abonner(adresse, rappel),
    [lecture, adresse],
  )
  return useSyncExternalStore(abonner, () => lire(lecture.lire(adresse)))
}

/** Render again when what stands around the text of this cell changes: not at each of its keys. */
export function useCadre(lecture: Lecture, adresse: string): CadreCellule {
  const abonner = useCallback(
    (rappel: () => void) => lecture.abonnerCadre(adresse, rappel),
    [lecture, adresse],
  )
  return useSyncExternalStore(abonner, () => lecture.encadrer(adresse))
}

/**
 * Gives what a cell holds now, then at each change, to what writes it in its element: nothing
 * renders. React would go down to the cell through all that holds it, at each key and for each
 * total.
 *
 * @returns what stops it.
 */
export function suivreTexte(
  lecture: Lecture,
  adresse: string,
  ecrire: (etat: EtatCellule) => void,
): () => void {
  const suivre = () => ecrire(lecture.lire(adresse))
  suivre()
  return lecture.abonner(adresse, suivre)
}

export function useLignes(lecture: Lecture, section: string): readonly string[] {
  const abonner = useCallback(
    (rappel: () => void) => lecture.abonnerLignes(section, rappel),
    [lecture, section],
  )
  return useSyncExternalStore(abonner, () => lecture.lignes(section))
}

export function useBilan(lecture: Lecture): Bilan {
  return useSyncExternalStore(lecture.abonnerBilan, lecture.lireBilan)
}

/** Cell in focus, or the last one that was: what the cell's panel speaks of. */
export function useActive(lecture: Lecture): string | null {
  return useSyncExternalStore(lecture.abonnerActive, lecture.active)
}

export function useEnregistrement(entree: Entree): EtatEnregistrement {
  return useSyncExternalStore(entree.abonnerEnregistrement, entree.enregistrement)
}

export function useRetrouvees(entree: Entree): boolean {
  return useSyncExternalStore(entree.abonnerEnregistrement, entree.retrouvees)
}
