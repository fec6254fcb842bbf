import { useSyncExternalStore } from 'react'
import { type EnAttente, estSousCle, estTenu, listAttentes, subscribeAttentes } from './attentes.ts'
import { carnets, cleCarnet, type EtatGarde } from './carnets.ts'
import { estHorsLigne, subscribeLigne } from './ligne.ts'

/** Whether the server is out of reach, live. */
export const useHorsLigne = () => useSyncExternalStore(subscribeLigne, estHorsLigne)

/** `tenu`: a screen of this page has it open, and tells what waits of it. */
type AttenteVue = EnAttente & { tenu: boolean }

/** What waits of this person, live; kept as a text, for what says the same to be the same. */
export function useAttentes(identifiant: string): AttenteVue[] {
  const texte = useSyncExternalStore(subscribeAttentes, () =>
    JSON.stringify(listAttentes(identifiant).map((une) => ({ ...une, tenu: estTenu(une.numero) }))),
  )
  // Written just above.
  return JSON.parse(texte) as AttenteVue[]
}

/** Where what waits of this report is kept, live. */
export const useGarde = (identifiant: string, numero: string): EtatGarde =>
  useSyncExternalStore(carnets.abonner, () => carnets.etat(cleCarnet(identifiant, numero)))

/** Whether closing this page would lose something that waits, live. */
export const useEnPeril = (): boolean => useSyncExternalStore(carnets.abonner, carnets.enPeril)

/** Whether something waits here that cannot be read before the network is back, live. */
export const useSousCle = (): boolean => useSyncExternalStore(subscribeAttentes, estSousCle)
