import { fauteJour } from '@releve/contract/champ.ts'
import { type NomDe, nomsDuBloc } from '@releve/contract/champs.ts'
import { isoDe, libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import {
  BLOCS_STRUCTURE,
  type BlocStructure,
  CHAMPS_STRUCTURE as c,
} from '@releve/contract/structure/structure.champs.ts'
import type { Structure, StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { Fragment } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { ChampMois, fauteMois, moisSaisi } from '../ui/ChampMois.tsx'
import { enCorps, enSaisie, groupeDe, nombresDe, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { differences, type Fautes } from '../ui/saisie.ts'
import { useForme } from '../ui/useForme.ts'
import { estDate, ficheDuMois } from './periodes.ts'
import {
  type CorpsStructure,
  useEnregistrerStructure,
  useRelireStructure,
} from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'
import { useMoisDesValeurs } from './useMoisDesValeurs.ts'
import { useOptions } from './useOptions.ts'
import './fiche.css'

const t = textesStructure.fiche

/**
 * `etat`, of a structure that is modified, is sent back as it is; `aPartirDe` (`AAAA-MM`): the month
 * from which what is dated is so, none of one to be created.
 */
export type SaisieStructure = SaisieDe<
  typeof c,
  { etat: Structure['etat']; modeles: readonly string[] }
> & { aPartirDe: string }
export const VIDE: SaisieStructure = {
  aPartirDe: '',
  ...videDe(c, { statutStructure: 'PUBLIC', modeles: [], etat: 'ACTIVE' }),
}
export const saisieDe = (lue: Structure | null): SaisieStructure =>
  enSaisie(c, VIDE, lue && { ...lue, parent: lue.parent?.code })

/** What the fields hold of the record as it is in this month. */
export const saisieDuMois = (lue: StructureLue, rang: number): SaisieStructure => ({
  ...saisieDe(ficheDuMois(lue, rang)),
  aPartirDe: isoDe(periodeDe(rang)),
})

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
    aPartirDe: fauteMois(saisie.aPartirDe),
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

type PropsMois = {
  forme: Pick<ReturnType<typeof useFormeStructure>['forme'], 'lier' | 'changer'>
  onMois: (rang: number) => void
  /** The month of which the fields show the values. */
  rang: number
}

/** « À partir de » : the month from which what is dated is so, and what choosing it means. */
function APartirDe({ forme, onMois, rang }: PropsMois) {
  const { rang: present } = useCalendrier()
  const mois = libellePeriode(periodeDe(rang))
  return (
    <fieldset className="ui-groupe str-groupe">
      <legend>{t.date}</legend>
      <div className="ui-plein">
        <ChampMois
          {...forme.lier('aPartirDe')}
          aide={t.aPartirDeAide}
          propose={periodeDe(present)}
          onChange={({ target: { value } }) => {
            forme.changer('aPartirDe', value)
            const choisi = moisSaisi(value)
            if (choisi) onMois(rangDe(choisi))
          }}
        />
      </div>
      {/* It is there before it says something: what appears in it is then heard. */}
      <div className="ui-plein" role="status">
        {rang < present && <Alerte gravite="warning">{t.passe(mois)}</Alerte>}
        {rang > present && <Alerte gravite="info">{t.avenir(mois)}</Alerte>}
      </div>
    </fieldset>
  )
}

/** The form of a record, and the month of which it shows what is dated. */
function useFormeStructure(structure: StructureLue | undefined) {
  const { rang: present } = useCalendrier()
  const mois = useMoisDesValeurs<SaisieStructure>(present, 'aPartirDe')
  const lire = (lue: StructureLue | null) => (lue ? saisieDuMois(lue, mois.rang) : saisieDe(null))
  const { forme, envoi } = useForme(
    {
      champs: c,
      lue: structure ?? null,
      saisieDe: lire,
      fautes: fautesPropres,
      parCode: { MOIS_TROP_LOIN: 'aPartirDe' },
      libelles: { aPartirDe: t.aPartirDe, parent: c.parent.libelle, modeles: c.modeles.libelle },
    },
    useEnregistrerStructure(({ depuis }) => {
      if (!structure) return t.creee
      return depuis ? t.modifieeDepuis(libellePeriode(depuis)) : t.modifiee
    }),
    useRelireStructure(),
  )
  return { forme, envoi, mois }
}

type Props = {
  /** Absent: one to be created. */
  structure?: StructureLue
  onFermer: () => void
}

/** A structure to create or to modify. */
export default function StructureForm({ structure, onFermer }: Props) {
  const navigate = useNavigate()
  const { forme, envoi, mois } = useFormeStructure(structure)
  const { saisie, version = null } = forme
  const options = useOptions(saisie)
  const dessin = { forme, options, propres: PROPRES, aides: t.aides, className: 'str-groupe' }
  // Without a model chosen, there is no headcount to give.
  const seDessine = (nom: NomGroupe) => nom !== 'effectifsOuverture' || options[nom].length > 0
  const demande = () => {
    const dates = differences(forme.base, saisie).some((nom) => estDate(nom.replace(/\..*/s, '')))
    const aPartirDe = moisSaisi(saisie.aPartirDe)
    return { corps: corpsDe(saisie), version, aPartirDe, depuis: dates ? aPartirDe : null }
  }
  const onSoumettre = () =>
    envoi.soumettre(demande, {
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
      {structure && (
        <APartirDe
          forme={forme}
          rang={mois.rang}
          onMois={(rang) => mois.passer(forme, saisieDuMois(structure, rang), rang)}
        />
      )}
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
