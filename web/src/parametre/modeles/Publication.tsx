import type { BrouillonModele, Simulation } from '@releve/contract/modele/gestion.schema.ts'
import type { Listes } from '@releve/contract/modele/source.developper.ts'
import type { VerificationModele } from '@releve/contract/modele/source.verifier.ts'
import { libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageDe, titreEchec } from '../../api/envoi.ts'
import { paths } from '../../paths.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Atelier } from './atelier/useAtelier.ts'
import { Comparaison } from './Comparaison.tsx'
import { Fautes } from './Fautes.tsx'
import { usePublierModele, useSimulation } from './modele.queries.ts'
import { textesModele, textesSimulation } from './modele.textes.ts'
import { estPresente, SimulationBilan } from './SimulationResultat.tsx'

const textesRappel = textesSimulation.rappel

type PropsSimulationRappel = {
  simulation: number | null
  garde: Atelier['garde']
  /** Leads to where it is launched, and told. */
  onSimuler: () => void
}

function Dite({
  lue,
  garde,
}: {
  lue: Simulation | undefined
  garde: PropsSimulationRappel['garde']
}) {
  if (lue?.etat === 'EN_COURS') return <p>{textesRappel.enCours}</p>
  if (!lue?.resultat) return <p>{textesRappel.jamais}</p>
  if (!estPresente(lue, garde)) return <p>{textesRappel.perimee}</p>
  return <SimulationBilan resultat={lue.resultat} />
}

/** Before a draft is published: whether it has been tried on real reports, and what came of it. */
function SimulationRappel({ simulation, garde, onSimuler }: PropsSimulationRappel) {
  const { data, isLoading, isError } = useSimulation(simulation)
  if (isLoading) return null
  const lue = isError ? undefined : data
  const vue = lue?.etat === 'EN_COURS' || (lue?.resultat && estPresente(lue, garde))
  return (
    <section className="mdl-rappel">
      <h3>{textesRappel.titre}</h3>
      <Dite {...{ lue, garde }} />
      <BoutonAction size="small" onClick={onSimuler}>
        {vue ? textesRappel.voir : textesRappel.simuler}
      </BoutonAction>
    </section>
  )
}

const t = textesModele.publication
/** Months offered, from the first ordinary one; and before it, where past ones are possible. */
const MOIS_OFFERTS = 24
const MOIS_PASSES = 120
const DIFFERENCES_MAX = 60

type Props = {
  brouillon: BrouillonModele
  /** What the draft is now, checked. */
  examen: VerificationModele
  garde: Atelier['garde']
  /** Its last simulation; null: none that may still be read. */
  simulation: number | null
  onSimuler: () => void
  listes: Listes
  onFermer: () => void
}

/** Publishes a draft: from which month, for whom, and what it changes; or what prevents it. */
export function Publication(props: Props) {
  const { brouillon, examen, garde, simulation, onSimuler, onFermer } = props
  const { libelle, id, publication } = brouillon
  const premier = rangDe(publication.premierMois)
  const [rang, setRang] = useState(premier)
  const [types, setTypes] = useState<string[]>([])
  const naviguer = useNavigate()
  const { mutate, isPending, error } = usePublierModele(id)
  const publiable = examen.fautes.length === 0
  const publier = () => {
    if (isPending || !publiable) return
    const corps = { version: garde.version(), aPartirDe: periodeDe(rang), attribuerA: types }
    mutate(corps, { onSuccess: () => void naviguer(paths.parametres('modeles')) })
  }
  const debut = Math.max(rangDe(publication.plusTot), premier - MOIS_PASSES)
  const mois = Array.from({ length: premier - debut + MOIS_OFFERTS }, (_, n) => debut + n)
  return (
    <Dialogue
      ouvert
      titre={t.titre(libelle)}
      largeur="md"
      onFermer={onFermer}
      onSoumettre={publier}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {t.annuler}
          </BoutonAction>
          {publiable && (
            <BoutonAction type="submit" variant="contained" enCours={isPending}>
              {t.publier}
            </BoutonAction>
          )}
        </>
      }
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, t.echec)}>
          {messageDe(error, t.reseau)}
        </Alerte>
      )}
      {publiable ? (
        <>
          <ChampListe
            libelle={t.mois}
            aide={t.moisAide}
            value={rang}
            onChange={({ target }) => setRang(Number(target.value))}
            options={mois.map((un) => ({
              code: String(un),
              libelle: libellePeriode(periodeDe(un)),
            }))}
          />
          {rang < premier && (
            <Alerte gravite="warning">
              {t.passe(premier - rang)} {t.clos(rangDe(publication.premierOuvert) - rang)}
            </Alerte>
          )}
          <Types {...{ brouillon, examen }} choisis={types} onChange={setTypes} />
          <Changements {...props} />
          {brouillon.source.version > 1 && (
            <SimulationRappel {...{ simulation, garde, onSimuler }} />
          )}
          <Note>{t.apres}</Note>
        </>
      ) : (
        <>
          <Alerte gravite="warning">{t.fautes(examen.fautes.length)}</Alerte>
          <Fautes examen={examen} />
        </>
      )}
    </Dialogue>
  )
}

type PropsTypes = Pick<Props, 'brouillon' | 'examen'> & {
  choisis: string[]
  onChange: (choisis: string[]) => void
}

/** The types that the model is made for, where there is a structure: no other could receive it. */
function Types({ brouillon, examen, choisis, onChange }: PropsTypes) {
  const faits = examen.compile?.modele.typesStructure ?? []
  const structures = brouillon.publication.structures.filter(
    ({ typeStructure, nombre }) =>
      nombre > 0 && (faits.length === 0 || faits.includes(typeStructure)),
  )
  const personne = choisis.length === 0 && structures.every(({ attribuees }) => attribuees === 0)
  return (
    <fieldset className="mdl-types">
      <legend>{t.types}</legend>
      <Note>{t.typesAide}</Note>
      {structures.map(({ typeStructure, libelle, nombre, attribuees }) => (
        <label key={typeStructure}>
          <input
            type="checkbox"
            checked={choisis.includes(typeStructure)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? [...choisis, typeStructure]
                  : choisis.filter((un) => un !== typeStructure),
              )
            }
          />
          {t.type(libelle, nombre, attribuees)}
        </label>
      ))}
      {personne && <Alerte gravite="info">{t.personne}</Alerte>}
    </fieldset>
  )
}

/** What it says otherwise than the version before it, or than another that one chooses. */
function Changements({ brouillon, examen, listes }: Props) {
  const [choisie, setChoisie] = useState<number | null>(null)
  const { code, source, origine } = brouillon
  if (source.version === 1) return <p>{t.premiere}</p>
  if (!examen.compile) return null
  return (
    <section>
      <h3>{t.changements}</h3>
      <Comparaison
        {...{ code, listes, choisie }}
        version={source.version}
        modele={examen.compile.modele}
        origine={origine?.id}
        max={DIFFERENCES_MAX}
        onChoisir={setChoisie}
      />
    </section>
  )
}
