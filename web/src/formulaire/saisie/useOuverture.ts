import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { avantDepart } from '../../app/depart.ts'
import { getSession } from '../../app/session.ts'
import {
  formulaire as lire,
  modifierFormulaire,
  retenirModification,
} from '../formulaire.queries.ts'
import { type Brouillon, type Carnet, ouvrirCarnet } from './brouillon.ts'
import { ouvrirLecture } from './lecture.ts'
import { ouvrirSaisie, type SaisieOuverte } from './saisie.ts'
import type { Saisie } from './saisie.types.ts'
import type { Conflit, Reseau } from './synchro.ts'

/** A model is compiled once, for as long as the page holds its definition. */
const compiles = new WeakMap<Modele, ModeleCompile>()

function compilerUneFois(modele: Modele): ModeleCompile {
  const compile = compiles.get(modele) ?? compilerModele(modele)
  compiles.set(modele, compile)
  return compile
}

/** The notebook of the person at work; it closes with the session, so that signing out leaves nothing. */
function carnetDe(numero: string): Carnet {
  const identifiant = getSession().auth?.identifiant ?? ''
  const carnet = ouvrirCarnet(localStorage, identifiant, numero)
  return {
    lire: carnet.lire,
    ecrire: (brouillon) => {
      if (getSession().auth?.identifiant === identifiant) carnet.ecrire(brouillon)
    },
  }
}

function reseauDe(client: QueryClient, numero: string, surConflits: Reseau['surConflits']): Reseau {
  return {
    modifier: (corps) => modifierFormulaire({ numero, ...corps }),
    relire: () => client.fetchQuery({ ...lire(numero), staleTime: 0 }),
    surEnregistre: (recu) => void retenirModification(client, recu),
    surConflits,
  }
}

export type Ouverture = {
  saisie: Saisie
  /** Null when the form is only read. */
  ouverte: SaisieOuverte | null
  /** The form is closed, and this browser holds changes that were never saved. */
  abandonnees: Brouillon | null
  oublier: () => void
  conflits: readonly Conflit[]
  trancher: (leurs: readonly string[]) => void
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
  const [{ saisie, ouverte, abandonnees }] = useState(() => {
    const { definition, contexte, numero } = formulaire
    if (!definition) throw new Error('A form is opened with its definition')
    const mc = compilerUneFois(definition)
    if (!modifiable || !contexte) {
      const lecture = ouvrirLecture(formulaire, mc)
      return { saisie: lecture, ouverte: null, abandonnees: carnet.lire() }
    }
    const reseau = reseauDe(client, numero, setConflits)
    const depart = { formulaire: { ...formulaire, contexte }, mc, carnet, reseau }
    const entree = ouvrirSaisie(depart)
    return { saisie: entree, ouverte: entree, abandonnees: null }
  })
  useEffect(() => ouverte?.recevoir(formulaire), [ouverte, formulaire])
  useVeille(ouverte)
  return {
    saisie,
    ouverte,
    abandonnees: oubliees ? null : abandonnees,
    oublier: () => {
      carnet.ecrire(null)
      setOubliees(true)
    },
    conflits,
    trancher: (leurs) => {
      setConflits([])
      void ouverte?.trancher(leurs)
    },
  }
}

/** Nothing typed is lost: on leaving, on hiding the page, on losing and finding the network. */
function useVeille(ouverte: SaisieOuverte | null): void {
  useEffect(() => {
    if (!ouverte) return
    ouverte.demarrer()
    const avantDePartir = (evenement: BeforeUnloadEvent) => {
      ouverte.noter()
      if (ouverte.nonEnregistre()) evenement.preventDefault()
    }
    const auRetour = () => void ouverte.reprendreEnvoi()
    const siCachee = () => {
      if (document.visibilityState === 'hidden') void ouverte.vider()
    }
    window.addEventListener('beforeunload', avantDePartir)
    window.addEventListener('pagehide', ouverte.noter)
    window.addEventListener('online', auRetour)
    document.addEventListener('visibilitychange', siCachee)
    const oublierDepart = avantDepart(() => {
      ouverte.noter()
      return ouverte.vider()
    })
    return () => {
      window.removeEventListener('beforeunload', avantDePartir)
      window.removeEventListener('pagehide', ouverte.noter)
      window.removeEventListener('online', auRetour)
      document.removeEventListener('visibilitychange', siCachee)
      // Until its last save is settled, signing out waits for it.
      void ouverte.fermer().finally(oublierDepart)
    }
  }, [ouverte])
}
