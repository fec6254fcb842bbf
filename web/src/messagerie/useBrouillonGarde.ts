import { useEffect, useRef, useState } from 'react'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { ecrireReliquat, fermerReliquat, ouvrirReliquat } from './carnet.ts'
import { type Composition, enCorps } from './composition.ts'
import { useGarder } from './messagerie.queries.ts'
import { textesMessagerie } from './messagerie.textes.ts'

const t = textesMessagerie.ecrire
/** One keeps what is written once the person has paused so long. */
const PAUSE_MS = 1200

/** Another window has written, sent or thrown away this draft: nothing is written over it. */
const CONFLITS = ['BROUILLON_PERIME', 'BROUILLON_INTROUVABLE', 'BROUILLON_ENVOYE']
export const conflitDe = (echec: unknown): EchecApi | null =>
  echec instanceof EchecApi && CONFLITS.includes(echec.code) ? echec : null

type Depart = {
  cle: string
  initiale: Composition
  version: number
  /** What it begins with was left here by another page: the server does not hold it. */
  attend: boolean
}

/**
 * Keeps on the server what is written, one saving at a time, a moment after the last change and as
 * one leaves, each over the one before; in this browser, until the server has it. `clore` ends it,
 * before the message leaves under the same key.
 */
export function useBrouillonGarde(depart: Depart, composition: Composition) {
  const { cle, initiale, version, attend } = depart
  const { mutateAsync } = useGarder()
  const [etat, setEtat] = useState('')
  const [conflit, setConflit] = useState<EchecApi | null>(null)
  const lue = useRef(version)
  const gardee = useRef(attend ? null : initiale)
  /** Sent, and no answer came: the server may have it. */
  const douteuse = useRef<Composition | null>(null)
  const courante = useRef(composition)
  const cours = useRef<Promise<unknown>>(Promise.resolve())
  const clos = useRef(false)
  const garder = useRef(() => Promise.resolve<unknown>(undefined))

  useEffect(() => {
    courante.current = composition
    const envoyer = async (partie: Composition) => {
      douteuse.current = partie
      const recu = await mutateAsync({ cle, body: { ...enCorps(partie), version: lue.current } })
      douteuse.current = null
      lue.current = recu.version
      gardee.current = partie
      const reste = courante.current
      ecrireReliquat(cle, reste === partie ? null : { composition: reste, version: recu.version })
      setEtat(t.garde(recu.modifieLe))
    }
    const tenter = async () => {
      const aGarder = courante.current
      if (clos.current || aGarder === gardee.current) return
      try {
        // First, the same again: the server tells it from what another window would have written.
        if (douteuse.current && douteuse.current !== aGarder) await envoyer(douteuse.current)
        await envoyer(aGarder)
      } catch (echec) {
        if (echec instanceof EchecApi && !echec.estReseau) douteuse.current = null
        if (conflitDe(echec)) clos.current = true
        setConflit(conflitDe(echec))
        setEtat(conflitDe(echec) ? '' : t.nonGarde(messageDe(echec, t.coupure)))
      }
    }
    garder.current = () => {
      cours.current = cours.current.then(tenter)
      return cours.current
    }
  })
  useEffect(() => {
    if (composition === gardee.current) return
    ecrireReliquat(cle, { composition, version: lue.current })
    const minuterie = setTimeout(() => void garder.current(), PAUSE_MS)
    return () => clearTimeout(minuterie)
  }, [composition, cle])
  useEffect(() => {
    ouvrirReliquat(cle)
    return () => void garder.current().finally(() => fermerReliquat(cle))
  }, [cle])

  return {
    etat,
    conflit,
    /** The version that the next writing goes over; 0: nothing is kept. */
    lue: () => lue.current,
    /** Whether all that is written is kept. */
    garder: async () => {
      await garder.current()
      return courante.current === gardee.current
    },
    /** Nothing more is kept: it is sent, thrown away, or taken up again. */
    clore: async () => {
      if (douteuse.current) await garder.current()
      clos.current = true
      await cours.current
    },
    rouvrir: () => {
      clos.current = false
    },
    /** Nothing waits in this browser any more. */
    oublier: () => ecrireReliquat(cle, null),
  }
}
