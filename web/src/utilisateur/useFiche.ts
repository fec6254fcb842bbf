import type { Role } from '@releve/contract/utilisateur/droits.ts'
import {
  CHAMPS_UTILISATEUR,
  type ChampUtilisateur,
} from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { useState } from 'react'
import {
  corpsDe,
  estEgale,
  type Fautes,
  type Fiche,
  fautesDe,
  ficheDe,
  fusionner,
  NOMS,
  type NomChamp,
  refusDe,
  VIDE,
} from './fiche.ts'
import { textes } from './utilisateur.textes.ts'

/** What was read of the account, or nothing of one to be created. */
const baseDe = (utilisateur: Utilisateur | null) => (utilisateur ? ficheDe(utilisateur) : VIDE)

/**
 * The fields of an account, which were left once, and what to say under each of them. `codes`: of
 * the structures that exist; null while they are read.
 */
export function useFiche(initial: Utilisateur | null, codes: ReadonlySet<string> | null) {
  // What is being modified, as it was last read.
  const [lu, setLu] = useState(initial)
  const [fiche, setFiche] = useState(() => baseDe(initial))
  const [touches, setTouches] = useState<readonly NomChamp[]>([])
  const [refus, setRefus] = useState<Fautes>({})
  const [essais, setEssais] = useState(0)
  // Words typed for another structure, that name none yet.
  const [reste, setReste] = useState('')
  const siennes: Fautes = {
    ...fautesDe(fiche, codes),
    ...(reste && { autreStructure: textes.fiche.fautes.structureInconnue }),
  }
  const fautes: Fautes = { ...refus, ...siennes }
  const toucher = (nom: NomChamp) => setTouches((avant) => [...new Set([...avant, nom])])
  const changer = <Nom extends NomChamp>(nom: Nom, valeur: Fiche[Nom]) => {
    setFiche((avant) => ({ ...avant, [nom]: valeur }))
    // The server is to judge it again.
    setRefus((avant) => ({ ...avant, [nom]: undefined }))
  }
  const erreurDe = (nom: NomChamp) => (touches.includes(nom) ? (fautes[nom] ?? null) : null)
  return {
    lu,
    fiche,
    /** Something was typed that is not kept. */
    modifiee: reste !== '' || !estEgale(fiche, baseDe(lu)),
    fautes,
    essais,
    reste,
    saisirReste: setReste,
    changer,
    toucher,
    erreurDe,
    corps: () => corpsDe(fiche),
    /** Shows every fault; true when there is none. What the server refused may be tried again. */
    controler: () => {
      for (const nom of NOMS) toucher(nom)
      setEssais(essais + 1)
      return Object.keys(siennes).length === 0
    },
    refuser: (echec: unknown) => setRefus(refusDe(echec)),
    /** Takes up the account as it is now, under what was changed here. */
    reprendre: (frais: Utilisateur) => {
      setFiche(fusionner(baseDe(lu), fiche, ficheDe(frais)))
      setLu(frais)
      setRefus({})
      setEssais(0)
    },
    changerRoles: (roles: Role[]) => {
      changer('roles', roles)
      toucher('roles')
    },
    lier: (nom: ChampUtilisateur) => ({
      name: nom,
      libelle: textes.fiche.libelles[nom],
      maxLength: CHAMPS_UTILISATEUR[nom].max,
      value: fiche[nom],
      onChange: ({ target }: { target: { value: string } }) => changer(nom, target.value),
      onBlur: () => {
        if (fiche[nom]) toucher(nom)
      },
      erreur: erreurDe(nom),
    }),
  }
}
export type FormeFiche = ReturnType<typeof useFiche>
