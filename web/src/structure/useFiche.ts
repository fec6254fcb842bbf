import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import {
  corpsDe,
  estEgale,
  type Fautes,
  type Fiche,
  fautesDe,
  ficheDe,
  fusionner,
  longueurDe,
  type NomCarte,
  type NomTexte,
  refusDe,
  VIDE,
} from './fiche.ts'
import { textes } from './structure.textes.ts'

const baseDe = (structure: Structure | null) => (structure ? ficheDe(structure) : VIDE)
type Evenement = { target: { value: string } }

/** The fields of a structure's record, those left once, and what to say under each of them. */
export function useFiche(initiale: Structure | null) {
  // What is being modified, as it was last read.
  const [lue, setLue] = useState(initiale)
  const [fiche, setFiche] = useState(() => baseDe(initiale))
  const [touches, setTouches] = useState<ReadonlySet<string>>(new Set())
  const [refus, setRefus] = useState<Fautes>({})
  const [essais, setEssais] = useState(0)
  const siennes = fautesDe(fiche)
  const fautes: Fautes = { ...refus, ...siennes }
  const toucher = (nom: string) => setTouches((avant) => new Set([...avant, nom]))
  const taire = (nom: string) =>
    setRefus((avant) => Object.fromEntries(Object.entries(avant).filter(([de]) => de !== nom)))
  const changer = (nom: string, prochaine: (avant: Fiche) => Fiche) => {
    setFiche(prochaine)
    taire(nom)
  }
  const erreurDe = (nom: string) =>
    essais > 0 || touches.has(nom) || nom in refus ? (fautes[nom] ?? null) : null
  const lier = (
    nom: string,
    valeur: string,
    prochaine: (valeur: string) => (f: Fiche) => Fiche,
  ) => ({
    name: nom,
    value: valeur,
    onChange: ({ target }: Evenement) => changer(nom, prochaine(target.value)),
    onBlur: () => {
      if (valeur) toucher(nom)
    },
    erreur: erreurDe(nom),
  })
  return {
    lue,
    fiche,
    /** Something was typed that is not kept. */
    modifiee: !estEgale(fiche, baseDe(lue)),
    fautes,
    essais,
    erreurDe,
    corps: () => corpsDe(fiche, lue?.etat ?? 'ACTIVE'),
    /** Shows every fault; true when there is none. What the server refused may be tried again. */
    controler: () => {
      setEssais((avant) => avant + 1)
      return Object.keys(siennes).length === 0
    },
    refuser: (echec: unknown) => setRefus(refusDe(echec)),
    /** Takes up the record as it is now, under what was changed here. */
    reprendre: (fraiche: Structure) => {
      setFiche(fusionner(baseDe(lue), fiche, ficheDe(fraiche)))
      setLue(fraiche)
      setRefus({})
      setEssais(0)
    },
    changerModeles: (modeles: string[]) => changer('modeles', (avant) => ({ ...avant, modeles })),
    lierTexte: (nom: NomTexte) => ({
      libelle: textes.fiche.libelles[nom],
      maxLength: longueurDe(nom),
      ...lier(nom, fiche.textes[nom], (valeur) => (avant) => ({
        ...avant,
        textes: { ...avant.textes, [nom]: valeur },
      })),
    }),
    lierNombre: (carte: NomCarte, cle: string) =>
      lier(`${carte}.${cle}`, fiche[carte][cle] ?? '', (valeur) => (avant) => ({
        ...avant,
        [carte]: { ...avant[carte], [cle]: valeur },
      })),
  }
}
export type FormeFiche = ReturnType<typeof useFiche>
