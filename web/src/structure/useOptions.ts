import type { NomPropre } from '@releve/contract/champs.ts'
import type { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import type { Option } from '../ui/ChampTexte.tsx'
import { groupeDe } from '../ui/conversion.ts'
import type { Saisie } from '../ui/saisie.ts'
import { useToutesStructures } from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'
import { useListes } from './useLibelles.ts'

const t = textesStructure.fiche

/** The active values of a list, and those in force where they no longer are. */
function optionsDe(valeurs: readonly (Option & { actif: boolean })[], ...actuelles: string[]) {
  const connues = valeurs.filter(({ code, actif }) => actif || actuelles.includes(code))
  const perdues = actuelles.filter((code) => code && !valeurs.some((une) => une.code === code))
  return [...connues, ...perdues.map((code) => ({ code, libelle: code }))]
}

type Nom = Exclude<NomPropre<typeof CHAMPS_STRUCTURE>, 'etat'>
type Options = Record<Nom, readonly Option[]>

/** What a form holds of a structure, of which its choices depend. */
type SaisieOptions = Saisie & {
  code: string
  typeStructure: string
  statutStructure: string
  region: string
  parent: string
  modeles: readonly string[]
}

/** What one may choose, or count, in the fields of this structure. */
export function useOptions(saisie: SaisieOptions): Options {
  const listes = useListes()
  const modeles = useModeles()
  const { data = [] } = useToutesStructures()
  const bureaux = data
    .filter(({ code, typeStructure, etat }) => {
      return code === saisie.parent || (typeStructure === 'DR' && etat !== 'FERMEE')
    })
    .filter(({ code }) => code !== saisie.code)
    .map(({ code, libelle }) => ({ code, libelle: `${code} – ${libelle}`, actif: true }))
  const comptees = groupeDe(saisie, 'postesReference').map(([cle]) => cle)
  const chacune = (nom: 'typeStructure' | 'statutStructure' | 'region') =>
    optionsDe(listes[nom], saisie[nom])
  return {
    typeStructure: chacune('typeStructure'),
    statutStructure: chacune('statutStructure'),
    region: chacune('region'),
    parent: optionsDe(bureaux, saisie.parent),
    postesReference: optionsDe(listes.categorie, ...comptees).map(({ code, libelle }) => {
      return { code, libelle: libelle.length > 2 ? libelle : t.categorie(libelle) }
    }),
    modeles,
    effectifsOuverture: modeles
      .filter(({ code }) => saisie.modeles.includes(code))
      .filter(({ code, avecEffectif }) => avecEffectif || `effectifsOuverture.${code}` in saisie)
      .map(({ code }) => ({ code, libelle: code })),
  }
}
