import { fauteJour } from '@releve/contract/champ.ts'
import { type NomDe, type NomPropre, nomsDuBloc } from '@releve/contract/champs.ts'
import {
  BLOCS_STRUCTURE,
  type BlocStructure,
  CHAMPS_STRUCTURE as c,
} from '@releve/contract/structure/structure.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { Fragment } from 'react'
import { useNavigate } from 'react-router'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import { paths } from '../paths.ts'
import type { Option } from '../ui/ChampTexte.tsx'
import { enCorps, enSaisie, groupeDe, nombresDe, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import type { Fautes } from '../ui/saisie.ts'
import { useForme } from '../ui/useForme.ts'
import {
  type CorpsStructure,
  useEnregistrerStructure,
  useRelireStructure,
  useToutesStructures,
} from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'
import { useListes } from './useLibelles.ts'
import './fiche.css'

const t = textesStructure.fiche

/** `etat`, of a structure that is modified, is sent back as it is. */
export type SaisieStructure = SaisieDe<
  typeof c,
  { etat: Structure['etat']; modeles: readonly string[] }
>
export const VIDE: SaisieStructure = videDe(c, {
  statutStructure: 'PUBLIC',
  modeles: [],
  etat: 'ACTIVE',
})
export const saisieDe = (lue: Structure | null): SaisieStructure =>
  enSaisie(c, VIDE, lue && { ...lue, parent: lue.parent?.code })

export const corpsDe = (saisie: SaisieStructure): CorpsStructure => ({
  ...enCorps(c, saisie),
  // Of the models chosen only.
  effectifsOuverture: nombresDe(saisie, 'effectifsOuverture', saisie.modeles),
  etat: saisie.etat,
})

/** What the table cannot say: a point has both coordinates or neither, a closing follows its opening. */
export function fautesPropres(saisie: SaisieStructure): Fautes {
  const { modeles, dateOuverture, dateFermeture } = saisie
  const vides = (['latitude', 'longitude'] as const).filter((nom) => saisie[nom].trim() === '')
  const avant = dateFermeture < dateOuverture && fauteJour(dateFermeture) === null
  const retires = groupeDe(saisie, 'effectifsOuverture').filter(([cle]) => !modeles.includes(cle))
  return {
    ...(vides.length === 1 && { [vides[0] ?? '']: t.fautes.coordonnees }),
    ...(avant && { dateFermeture: t.fautes.dateFermeture }),
    // The headcount of a model taken away is neither judged nor sent.
    ...Object.fromEntries(retires.map(([cle]) => [`effectifsOuverture.${cle}`, null])),
  }
}

const PROPRES = {
  code: { spellCheck: false },
  libelle: { place: 'str-large' },
  parent: { vide: t.aucunParent },
}

type Nom = NomDe<typeof c>
/** Fields that are each a group of their own. */
const GROUPES = ['postesReference', 'modeles', 'effectifsOuverture'] as const
type NomGroupe = (typeof GROUPES)[number]
type NomSeul = Exclude<Nom, NomGroupe | 'etat'>
const estGroupe = (nom: Nom): nom is NomGroupe => GROUPES.some((un) => un === nom)
// Acts change the state, each with what it entails.
const estSeul = (nom: Nom): nom is NomSeul => !estGroupe(nom) && nom !== 'etat'

const LEGENDES: Record<BlocStructure, string> = {
  identite: t.identite,
  rattachement: t.rattachement,
  contact: t.contact,
  capacites: t.capacites,
  postes: c.postesReference.libelle,
  modeles: c.modeles.libelle,
  dates: t.dates,
}

/** What the form draws of a block: what stands together under its name, then each group. */
export function dessinDe(bloc: BlocStructure) {
  const noms = nomsDuBloc(c, bloc)
  return { seuls: noms.filter(estSeul), groupes: noms.filter(estGroupe) }
}

/** The active values of a list, and those in force where they no longer are. */
function optionsDe(valeurs: readonly (Option & { actif: boolean })[], ...actuelles: string[]) {
  const connues = valeurs.filter(({ code, actif }) => actif || actuelles.includes(code))
  const perdues = actuelles.filter((code) => code && !valeurs.some((une) => une.code === code))
  return [...connues, ...perdues.map((code) => ({ code, libelle: code }))]
}

type Options = Record<Exclude<NomPropre<typeof c>, 'etat'>, readonly Option[]>

/** What one may choose, or count, in the fields of this structure. */
function useOptions(saisie: SaisieStructure): Options {
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

type Props = {
  /** Absent: one to be created. */
  structure?: Structure
  onFermer: () => void
}

/** A structure to create or to modify. */
export default function StructureForm({ structure, onFermer }: Props) {
  const navigate = useNavigate()
  const { forme, envoi } = useForme(
    {
      champs: c,
      lue: structure ?? null,
      saisieDe,
      fautes: fautesPropres,
      libelles: { parent: c.parent.libelle, modeles: c.modeles.libelle },
    },
    useEnregistrerStructure(structure ? t.modifiee : t.creee),
    useRelireStructure(),
  )
  const { saisie, version = null } = forme
  const options = useOptions(saisie)
  const dessin = { forme, options, propres: PROPRES, aides: t.aides, className: 'str-groupe' }
  // Without a model chosen, there is no headcount to give.
  const seDessine = (nom: NomGroupe) => nom !== 'effectifsOuverture' || options[nom].length > 0
  const onSoumettre = () =>
    envoi.soumettre(() => ({ corps: corpsDe(saisie), version }), {
      onSuccess: (ecrite) => {
        onFermer()
        if (!structure) void navigate(paths.structure(ecrite.code))
      },
    })
  return (
    <Fiche
      titre={structure ? t.modification(structure.libelle) : t.creation}
      textes={t}
      bouton={structure ? t.enregistrer : t.creer}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      {BLOCS_STRUCTURE.map((bloc) => {
        const { seuls, groupes } = dessinDe(bloc)
        const champs = seuls.filter((nom) => nom !== 'code' || !structure)
        return (
          <Fragment key={bloc}>
            {champs.length > 0 && <Groupe {...dessin} legende={LEGENDES[bloc]} champs={champs} />}
            {groupes.filter(seDessine).map((nom) => (
              <Groupe key={nom} {...dessin} nom={nom} />
            ))}
          </Fragment>
        )
      })}
    </Fiche>
  )
}
