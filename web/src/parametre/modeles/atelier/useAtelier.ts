import type { BrouillonModele } from '@releve/contract/modele/gestion.schema.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { avantDepart } from '../../../ui/avantDepart.ts'
import { enregistrerBrouillon } from '../modele.queries.ts'
import { creerEnregistreur } from './enregistreur.ts'
import { annuler, debut, faire, refaire } from './suivi.ts'

/** A draft being edited in this page: what it is, what may be undone, and how its saving goes. */
export function useAtelier({ id, version, source }: BrouillonModele) {
  const [suivi, setSuivi] = useState(() => debut(source))
  const [garde] = useState(() =>
    creerEnregistreur({
      version,
      source,
      envoyer: (numero, partie) => enregistrerBrouillon(id, numero, partie),
    }),
  )
  const { present, passe, futur } = suivi
  useEffect(() => garde.suivre(present), [garde, present])
  useEffect(() => {
    const avertir = (evenement: BeforeUnloadEvent) => {
      if (garde.nonEnregistre()) evenement.preventDefault()
    }
    window.addEventListener('beforeunload', avertir)
    const oublierDepart = avantDepart(garde.vider)
    return () => {
      window.removeEventListener('beforeunload', avertir)
      // Leaving the screen sends what waits; signing out waits for it.
      void garde.vider().finally(oublierDepart)
    }
  }, [garde])
  return {
    source: present,
    enregistrement: useSyncExternalStore(garde.abonner, garde.lire),
    garde,
    changer: (apres: (avant: ModeleSource) => ModeleSource, sujet: string | null = null) =>
      setSuivi((avant) => faire(avant, apres(avant.present), sujet)),
    annuler: passe.length > 0 ? () => setSuivi(annuler) : null,
    refaire: futur.length > 0 ? () => setSuivi(refaire) : null,
  }
}
export type Atelier = ReturnType<typeof useAtelier>
