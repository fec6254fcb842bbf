import { useState } from 'react'
import { EchecApi } from '../app/client.ts'
import { toastEchec } from '../app/toasts.ts'
import type { Groupe } from './parametre.queries.ts'
import { differences, fusionner, type Saisie } from './saisie.ts'

type Traduction<Recu, Envoye, S> = {
  saisieDe: (recu: Recu) => S
  corpsDe: (saisie: S) => Envoye
  /** What is wrong with each field, by its name. */
  fautesDe: (saisie: S) => { [Nom in keyof S]?: string | null }
}

const estPerimee = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'VERSION_PARAMETRES_PERIMEE'

/** The fields of a tab over what was last read of them; `vue` is the reading that they know of. */
function useSaisie<S extends Saisie>(lues: S, version: string) {
  const [base, setBase] = useState({ lues, version })
  const [vue, setVue] = useState(version)
  const [saisie, setSaisie] = useState(lues)
  const modifie = differences(base.lues, saisie).length > 0
  const adopter = (fraiches: S, leur: string, voulue = fraiches) => {
    setBase({ lues: fraiches, version: leur })
    setSaisie(voulue)
  }
  if (version !== vue) {
    setVue(version)
    // Nothing typed yet: what was just read takes its place.
    if (!modifie) adopter(lues, version)
  }
  return { base, saisie, setSaisie, modifie, adopter }
}

/**
 * A tab of settings: its fields, their faults, and what sends them. What someone else changed
 * meanwhile is never written over unseen: the server refuses, and one reads it anew, what was typed
 * staying on top.
 */
export function useForme<Recu extends { version: string }, Envoye extends object, S extends Saisie>(
  recu: Recu,
  { modification, relire }: Groupe<Recu, Envoye & { version?: string | undefined }>,
  { saisieDe, corpsDe, fautesDe }: Traduction<Recu, Envoye, S>,
) {
  const { base, saisie, setSaisie, modifie, adopter } = useSaisie(saisieDe(recu), recu.version)
  const [essais, setEssais] = useState(0)
  const [changees, setChangees] = useState<readonly string[] | null>(null)
  const fautes = fautesDe(saisie)
  const juste = Object.values(fautes).every((faute) => !faute)
  const { error, isPending, mutate, reset } = modification
  const envoyer = () => {
    setChangees(null)
    mutate(
      { ...corpsDe(saisie), version: base.version },
      {
        onSuccess: (ecrit) => {
          adopter(saisieDe(ecrit), ecrit.version)
          setEssais(0)
        },
      },
    )
  }
  const recharger = async () => {
    const fraiche = await relire()
    const lues = saisieDe(fraiche)
    setChangees(differences(base.lues, lues))
    adopter(lues, fraiche.version, fusionner(base.lues, saisie, lues))
    reset()
  }
  return {
    lues: base.lues,
    saisie,
    fautes,
    modifie,
    essais,
    enCours: isPending,
    echec: error,
    /** The fields that another person changed, once they were read anew; null before. */
    changees,
    changer: (champs: Partial<S>) => setSaisie((avant) => ({ ...avant, ...champs })),
    /** Shows every fault; true when there is none, and nothing is on its way. */
    controler: () => {
      setEssais((avant) => (juste ? 0 : avant + 1))
      return juste && !isPending
    },
    envoyer,
    annuler: () => {
      setSaisie(base.lues)
      setEssais(0)
      setChangees(null)
      reset()
    },
    recharger: estPerimee(error) ? () => void recharger().catch(toastEchec) : undefined,
  }
}
