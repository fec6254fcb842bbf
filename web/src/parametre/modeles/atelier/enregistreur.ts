import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { EchecApi, messageDe } from '../../../api/envoi.ts'
import { textesModele } from '../modele.textes.ts'

/** Where the saving of a draft stands. */
export type Enregistrement =
  | { sorte: 'repos' | 'attente' | 'envoi' }
  | { sorte: 'enregistre'; le: Date }
  /** Another person saved it meanwhile, or it is no more: nothing is written over theirs. */
  | { sorte: 'perime'; message: string }
  /** Tried again at the next change, or when asked. */
  | { sorte: 'echec'; message: string }

const PERIMES = ['MODELE_BROUILLON_PERIME', 'MODELE_BROUILLON_INTROUVABLE']

const issueDe = (echec: unknown): Enregistrement => ({
  sorte: echec instanceof EchecApi && PERIMES.includes(echec.code) ? 'perime' : 'echec',
  message: messageDe(echec, textesModele.atelier.enregistrement.reseau),
})

type Depart = {
  version: number
  source: ModeleSource
  envoyer: (version: number, source: ModeleSource) => Promise<{ version: number }>
  /** Milliseconds without a change before it is saved. */
  delai?: number
}

/** Saves a draft a second after its last change, one save at a time, each over the one before. */
export function creerEnregistreur({ version, source, envoyer, delai = 1000 }: Depart) {
  const rappels = new Set<() => void>()
  let etat: Enregistrement = { sorte: 'repos' }
  let [gardee, voulue, numero] = [source, source, version]
  let minuterie: ReturnType<typeof setTimeout> | undefined
  let enCours: Promise<boolean> | null = null
  const passer = (suivant: Enregistrement) => {
    etat = suivant
    for (const rappel of rappels) rappel()
  }
  const ecouler = async (): Promise<boolean> => {
    while (voulue !== gardee) {
      const partie = voulue
      passer({ sorte: 'envoi' })
      try {
        numero = (await envoyer(numero, partie)).version
        gardee = partie
      } catch (echec) {
        passer(issueDe(echec))
        return false
      }
    }
    if (etat.sorte === 'envoi') passer({ sorte: 'enregistre', le: new Date() })
    else if (etat.sorte === 'attente') passer({ sorte: 'repos' })
    return true
  }
  const vider = (): Promise<boolean> => {
    clearTimeout(minuterie)
    if (etat.sorte === 'perime') return Promise.resolve(false)
    enCours ??= ecouler().finally(() => {
      enCours = null
    })
    return enCours
  }
  return {
    lire: () => etat,
    abonner: (rappel: () => void) => {
      rappels.add(rappel)
      return () => void rappels.delete(rappel)
    },
    /** Its counter of writes, as the server last said it. */
    version: () => numero,
    nonEnregistre: () => voulue !== gardee,
    /** The draft is now this: saved when nothing more is typed for a while. */
    suivre: (nouvelle: ModeleSource) => {
      if (nouvelle === voulue) return
      voulue = nouvelle
      if (etat.sorte === 'perime') return
      if (!enCours) passer({ sorte: 'attente' })
      clearTimeout(minuterie)
      minuterie = setTimeout(() => void vider(), delai)
    },
    /** Saves now. True when nothing waits any more. */
    vider,
  }
}
