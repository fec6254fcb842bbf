import type { ResultatSimulation, Simulation } from '@releve/contract/modele/gestion.schema.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { formatEcart, formatNombre } from '../../ui/format.ts'
import { Note } from '../../ui/Note.tsx'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import type { Chemin } from './atelier/edition.ts'
import type { Atelier } from './atelier/useAtelier.ts'
import { textesSimulation as t, textesModele } from './modele.textes.ts'

/** How much more often it fires with the draft; what does not exist never does. */
const ecartDe = ({ avant, apres }: Controle) => (apres ?? 0) - (avant ?? 0)

function phrasesDe({
  perdues,
  requisesVides,
  sansValeur,
  changees,
  controles,
}: ResultatSimulation) {
  const valeurs = perdues.reduce((somme, une) => somme + une.valeurs, 0)
  const autres = controles.filter((un) => ecartDe(un) !== 0)
  return [
    t.bilan.perdues(perdues.length, valeurs),
    t.bilan.requisesVides(requisesVides.length),
    t.bilan.sansValeur(sansValeur.length),
    t.bilan.changees(changees.length),
    t.bilan.controles(autres.length),
  ]
}

/** What a simulation found, in a few sentences. */
export function SimulationBilan({ resultat }: { resultat: ResultatSimulation }) {
  return (
    <>
      <p>{t.etendue(resultat)}</p>
      {resultat.formulaires > 0 && (
        <ul className="mdl-differences">
          {phrasesDe(resultat).map((phrase) => (
            <li key={phrase}>{phrase}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Whether it tried the draft as it is now. */
export const estPresente = (
  { versionBrouillon }: Simulation,
  garde: Pick<Atelier['garde'], 'version' | 'nonEnregistre'>,
) => versionBrouillon === garde.version() && !garde.nonEnregistre()

type Compte = ResultatSimulation['requisesVides'][number]
type Controle = ResultatSimulation['controles'][number]

function Exemples({ exemples }: { exemples: readonly string[] }) {
  if (exemples.length === 0) return '—'
  return (
    <ul className="mdl-dits">
      {exemples.map((numero) => (
        <li key={numero}>
          <Link to={paths.saisie(numero)}>{numero}</Link>
        </li>
      ))}
    </ul>
  )
}

const CASE: Colonne<Compte> = {
  cle: 'case',
  titre: t.colonnes.case,
  entete: true,
  rendu: ({ adresse, libelle }) => (
    <>
      {libelle} <span className="mdl-code">{adresse}</span>
    </>
  ),
}
const FORMULAIRES: Colonne<Compte> = {
  cle: 'rapports',
  titre: t.colonnes.rapports,
  nombre: true,
  rendu: ({ formulaires }) => formatNombre(formulaires),
}
const EXEMPLES: Colonne<Compte> = {
  cle: 'exemples',
  titre: t.colonnes.exemples,
  rendu: Exemples,
}
const COMPTES = [CASE, FORMULAIRES, EXEMPLES]

const PERDUES: Colonne<ResultatSimulation['perdues'][number]>[] = [
  CASE,
  FORMULAIRES,
  {
    cle: 'valeurs',
    titre: t.colonnes.valeurs,
    nombre: true,
    rendu: ({ valeurs }) => formatNombre(valeurs),
  },
  EXEMPLES,
]

const CHANGEES: Colonne<ResultatSimulation['changees'][number]>[] = [
  CASE,
  FORMULAIRES,
  {
    cle: 'ecart',
    titre: t.colonnes.ecart,
    rendu: ({ exemple: { numero, avant, apres } }) => (
      <>
        {t.change(avant, apres)}
        <br />
        <Link to={paths.saisie(numero)}>{numero}</Link>
      </>
    ),
  },
]

type PropsListe<Une> = { titre: string; colonnes: Colonne<Une>[]; lignes: readonly Une[] }

/** Nothing where nothing was found: the sentences above say so. */
function Liste<Une extends { adresse: string }>({ titre, colonnes, lignes }: PropsListe<Une>) {
  if (lignes.length === 0) return null
  return (
    <Partie titre={titre}>
      <Tableau legende={titre} {...{ colonnes, lignes }} cleDe={({ adresse }) => adresse} />
    </Partie>
  )
}

function Partie({ titre, children }: { titre: string; children: ReactNode }) {
  return (
    <section className="mdl-simulee">
      <h2>{titre}</h2>
      {children}
    </section>
  )
}

type Props = {
  resultat: ResultatSimulation
  source: ModeleSource
  /** Leads to the place in the draft. */
  onAller: (chemin: Chemin) => void
}

const frequence = (n: number | null, absent: string) => (n === null ? absent : formatNombre(n))

function colonnesControles({ source, onAller }: Omit<Props, 'resultat'>): Colonne<Controle>[] {
  return [
    {
      cle: 'controle',
      titre: t.colonnes.controle,
      entete: true,
      rendu: ({ code }) => {
        const rang = source.controles.findIndex((un) => un.code === code)
        if (rang < 0) return <strong>{code}</strong>
        return (
          <>
            <button
              type="button"
              className="mdl-lien"
              aria-label={t.ouvrirControle(code)}
              onClick={() => onAller(['controles', rang])}
            >
              {code}
            </button>{' '}
            <span className="mdl-gris">{source.controles[rang]?.message}</span>
          </>
        )
      },
    },
    {
      cle: 'niveau',
      titre: t.colonnes.niveau,
      rendu: ({ niveau }) => textesModele.vue.niveaux[niveau],
    },
    {
      cle: 'avant',
      titre: t.colonnes.avant,
      nombre: true,
      rendu: ({ avant }) => frequence(avant, t.nouveauControle),
    },
    {
      cle: 'apres',
      titre: t.colonnes.apres,
      nombre: true,
      rendu: ({ apres }) => frequence(apres, t.controleRetire),
    },
    {
      cle: 'difference',
      titre: t.colonnes.difference,
      nombre: true,
      rendu: (controle) => formatEcart(ecartDe(controle)),
    },
    { cle: 'exemples', titre: t.colonnes.exemples, rendu: Exemples },
  ]
}

const NIVEAUX: Colonne<ResultatSimulation['niveaux'][number]>[] = [
  {
    cle: 'niveau',
    titre: t.colonnes.niveau,
    entete: true,
    rendu: ({ niveau }) => textesModele.vue.niveaux[niveau],
  },
  {
    cle: 'avant',
    titre: t.colonnes.avant,
    nombre: true,
    rendu: ({ avant }) => formatNombre(avant),
  },
  {
    cle: 'apres',
    titre: t.colonnes.apres,
    nombre: true,
    rendu: ({ apres }) => formatNombre(apres),
  },
]

/** What changes most first; then what is added or taken away, though it never fires. */
const poidsDe = (controle: Controle) => {
  const { avant, apres } = controle
  return Math.abs(ecartDe(controle)) + (avant === null || apres === null ? 0.5 : 0)
}

/** What a simulation found: the sentences, then each list, the most frequent first. */
export function SimulationResultat({ resultat, source, onAller }: Props) {
  const { perdues, requisesVides, sansValeur, changees, controles, niveaux, tronque } = resultat
  const tries = controles.toSorted((a, b) => poidsDe(b) - poidsDe(a))
  return (
    <>
      <SimulationBilan resultat={resultat} />
      {tronque && <Note>{t.tronque}</Note>}
      <Liste titre={t.listes.perdues} colonnes={PERDUES} lignes={perdues} />
      <Liste titre={t.listes.requisesVides} colonnes={COMPTES} lignes={requisesVides} />
      <Liste titre={t.listes.sansValeur} colonnes={COMPTES} lignes={sansValeur} />
      <Liste titre={t.listes.changees} colonnes={CHANGEES} lignes={changees} />
      {resultat.formulaires > 0 && controles.length > 0 && (
        <>
          <Partie titre={t.listes.controles}>
            <Tableau
              legende={t.listes.controles}
              colonnes={colonnesControles({ source, onAller })}
              lignes={tries}
              cleDe={({ code }) => code}
            />
          </Partie>
          <Partie titre={t.listes.niveaux}>
            <Tableau
              legende={t.listes.niveaux}
              colonnes={NIVEAUX}
              lignes={niveaux}
              cleDe={({ niveau }) => niveau}
              cartes={false}
            />
          </Partie>
        </>
      )}
    </>
  )
}
