import type { BrouillonModele } from '@releve/contract/modele/gestion.schema.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { avantDepart } from '../../../ui/avantDepart.ts'
import { enregistrerBrouillon } from '../modele.queries.ts'
import { creerEnregistreur } from './enregistreur.ts'

/** Steps that one may go back, in the session. */
const PAS_MAX = 200

/** What was done to a source since the screen was opened. */
type Suivi = {
  passe: readonly ModeleSource[]
  present: ModeleSource
  futur: readonly ModeleSource[]
  /** What the last step was about, where others of the same join it: the keys typed in a field. */
  sujet: string | null
}

export const debut = (present: ModeleSource): Suivi => ({
  passe: [],
  present,
  futur: [],
  sujet: null,
})

/** `sujet`: null, a step by itself. */
export function faire(suivi: Suivi, present: ModeleSource, sujet: string | null): Suivi {
  if (present === suivi.present) return suivi
  const suite = sujet !== null && sujet === suivi.sujet
  const passe = suite ? suivi.passe : [...suivi.passe, suivi.present].slice(-PAS_MAX)
  return { passe, present, futur: [], sujet }
}

export function annuler(suivi: Suivi): Suivi {
  const present = suivi.passe.at(-1)
  if (!present) return suivi
  const futur = [suivi.present, ...suivi.futur]
  return { passe: suivi.passe.slice(0, -1), present, futur, sujet: null }
}

export function refaire(suivi: Suivi): Suivi {
  const [present, ...futur] = suivi.futur
  if (!present) return suivi
  return { passe: [...suivi.passe, suivi.present], present, futur, sujet: null }
}

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
