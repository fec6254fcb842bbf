import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import {
  corpsDe,
  existanteDe,
  type Fautes,
  fautesDe,
  longueurDe,
  NOMS,
  type NomChamp,
  refusDe,
  VIDE,
} from './fiche.ts'
import { textes } from './invitations.textes.ts'

/** The fields of an invitation, which were left once, and what to say under each of them. */
export function useFiche(structures: readonly Structure[], code: string) {
  const [fiche, setFiche] = useState({ ...VIDE, code })
  const [touches, setTouches] = useState<readonly NomChamp[]>([])
  const [refus, setRefus] = useState<Fautes>({})
  const [essais, setEssais] = useState(0)
  const existante = existanteDe(fiche, structures)
  const siennes = fautesDe(fiche, existante)
  const fautes: Fautes = { ...refus, ...siennes }
  const toucher = (nom: NomChamp) => setTouches((avant) => [...new Set([...avant, nom])])
  return {
    fiche,
    /** Something was typed. */
    modifiee: NOMS.some((nom) => fiche[nom] !== (nom === 'code' ? code : '')),
    existante,
    fautes,
    essais,
    corps: () => corpsDe(fiche, existante),
    /** Shows every fault; true when there is none. What the server refused may be tried again. */
    controler: () => {
      for (const nom of NOMS) toucher(nom)
      setEssais(essais + 1)
      return Object.keys(siennes).length === 0
    },
    refuser: (echec: unknown) => setRefus(refusDe(echec)),
    lier: (nom: NomChamp) => ({
      name: nom,
      libelle: textes.fiche.libelles[nom],
      maxLength: longueurDe(nom),
      value: fiche[nom],
      onChange: ({ target }: { target: { value: string } }) => {
        setFiche((avant) => ({ ...avant, [nom]: target.value }))
        // The server is to judge it again.
        setRefus((avant) => ({ ...avant, [nom]: undefined }))
      },
      onBlur: () => {
        if (fiche[nom]) toucher(nom)
      },
      erreur: touches.includes(nom) ? (fautes[nom] ?? null) : null,
    }),
  }
}
export type FormeFiche = ReturnType<typeof useFiche>
