import type {
  Comptes,
  Dashboard,
  Instruction as Instruit,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { arrondir, fois } from '@releve/contract/exact.ts'
import {
  completudeDe,
  definir,
  promptitudeDe,
  tauxDe,
} from '@releve/contract/formulaire/suivi.rules.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { dashboardDeLAnnee, exporterDashboard } from '../../../dashboard/dashboard.queries.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Chargement } from '../../../ui/Chargement.tsx'
import { EtatVide } from '../../../ui/EtatVide.tsx'
import { ExportTableur } from '../../../ui/ExportTableur.tsx'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatMoisCourt, formatPart, formatPoints } from '../../../ui/format.ts'
import type { Donnees } from '../../../ui/graphique/donnees.ts'
import { Graphique } from '../../../ui/graphique/Graphique.tsx'
import { direExtremes, direSerie } from '../../../ui/graphique/phrases.ts'
import { Note } from '../../../ui/Note.tsx'
import { useFiltrage } from '../../../ui/useListe.ts'
import { Bloc } from '../Bloc.tsx'
import { ANNUELLE, anneeVisee } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { libelleDe, useOptions } from './useOptions.ts'

const t = textesCentral.delais
const PARTS = [0, 1] as const

const direPart = (part: number | null) => (part === null ? '—' : formatPart(part))
/** « +3 points »: what separates two shares. */
const direEcart = (ecart: number) => formatPoints(arrondir(fois(100, ecart), 0))

const COMMUN = { series: [t.completude, t.promptitude], format: direPart }

const tauxDesComptes = (comptes: Comptes) => [completudeDe(comptes), promptitudeDe(comptes)]

/** Month by month; nothing of a month of which nothing is due yet. */
function parMois({ mois }: Dashboard): Donnees {
  const points = mois.map((un) => ({
    nom: libellePeriode(un),
    court: formatMoisCourt(un),
    valeurs: tauxDesComptes(un),
  }))
  return { ...COMMUN, axe: t.axes.mois, points }
}

type Groupe = Comptes & { code: string }
type Libelles = readonly { code: string; libelle: string }[]

/** The least complete first: it is what one looks for. */
function parGroupe(axe: string, groupes: readonly Groupe[], libelles: Libelles): Donnees {
  const points = groupes
    .filter(({ attendus }) => attendus > 0)
    .map((groupe) => ({
      nom: libelleDe(libelles, groupe.code),
      // The model's code is known to all; the others' are not.
      court: axe === t.axes.modele ? groupe.code : undefined,
      valeurs: tauxDesComptes(groupe),
    }))
    .toSorted((a, b) => (a.valeurs[0] ?? 0) - (b.valeurs[0] ?? 0))
  return { ...COMMUN, axe, points }
}

function Graphiques({ donnees }: { donnees: Dashboard }) {
  const { regions, types } = useOptions()
  const { annee, total } = donnees
  if (total.attendus === 0) return <EtatVide icone="horloge">{t.rien(annee)}</EtatVide>
  const mois = parMois(donnees)
  const groupes = [
    { cle: 'regions', axe: t.axes.region, libelles: regions },
    { cle: 'modeles', axe: t.axes.modele, libelles: donnees.modeles },
    { cle: 'types', axe: t.axes.type, libelles: types },
  ] as const
  return (
    <>
      <p>
        {t.bilan(annee, total)} {t.completudeDe(direPart(completudeDe(total)))}
      </p>
      <Note>
        {definir('attendus', 'recus', 'completude', 'promptitude', 'enRetard', 'horsDelai')}
      </Note>
      <div className="cen-colonnes">
        <Graphique
          forme="courbe"
          titre={direSerie(t.sujetMois(annee), mois, { ecart: direEcart })}
          donnees={mois}
          borne={PARTS}
          fichier={`completude-${annee}`}
          note={t.note}
        />
        {groupes.map(({ cle, axe, libelles }) => {
          const leurs = parGroupe(axe, donnees[cle], libelles)
          return (
            <Graphique
              key={cle}
              forme="barres"
              titre={direExtremes(t[cle], leurs)}
              donnees={leurs}
              borne={PARTS}
              fichier={`completude-${cle}-${annee}`}
              note={t.note}
            />
          )
        })}
      </div>
    </>
  )
}

const jours = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })
const direJours = (valeur: number | null) =>
  valeur === null ? '—' : t.jours(jours.format(arrondir(valeur, 1)), valeur)
const direEcartJours = (ecart: number) =>
  t.jours(`${ecart < 0 ? '−' : '+'}${jours.format(arrondir(Math.abs(ecart), 1))}`, ecart)

type ChiffresDeDelais = { recus: number; instruction: Instruit }

/** How long validation takes, and what is sent back: a figure each, of the same groups. */
const MESURES = [
  {
    cle: 'delai',
    valeurDe: ({ instruction }: ChiffresDeDelais) => instruction.delaiValidation,
    format: direJours,
    ecart: direEcartJours,
    borne: undefined,
    fichier: 'delai-validation',
    note: t.noteDelai,
  },
  {
    cle: 'renvois',
    valeurDe: ({ instruction, recus }: ChiffresDeDelais) => tauxDe(instruction.renvoyes, recus),
    format: direPart,
    ecart: direEcart,
    borne: PARTS,
    fichier: 'taux-renvoi',
    note: t.noteRenvois,
  },
] as const

type Mesure = (typeof MESURES)[number]

const instruitParMois = ({ mois }: Dashboard, { cle, valeurDe, format }: Mesure) => ({
  axe: t.axes.mois,
  series: [t.sujets[cle].nom],
  format,
  points: mois.map((un) => ({
    nom: libellePeriode(un),
    court: formatMoisCourt(un),
    valeurs: [un.attendus > 0 ? valeurDe(un) : null],
  })),
})

/** The slowest, or the most often sent back, first. */
function instruitParGroupe(
  groupes: Dashboard['regions'],
  { cle, valeurDe, format }: Mesure,
  { axe, libelles }: { axe: string; libelles: Libelles },
): Donnees {
  const points = groupes
    .filter(({ recus }) => recus > 0)
    .map((groupe) => ({ nom: libelleDe(libelles, groupe.code), valeurs: [valeurDe(groupe)] }))
    .toSorted((x, y) => (y.valeurs[0] ?? 0) - (x.valeurs[0] ?? 0))
  return { axe, series: [t.sujets[cle].nom], format, points }
}

function GraphiquesDe({ donnees, mesure }: { donnees: Dashboard; mesure: Mesure }) {
  const { regions, types } = useOptions()
  const sujets = t.sujets[mesure.cle]
  const mois = instruitParMois(donnees, mesure)
  const fichier = `${mesure.fichier}-${donnees.annee}`
  const commun = { note: mesure.note, ...(mesure.borne && { borne: mesure.borne }) }
  const groupes = [
    { cle: 'regions', axe: t.axes.region, libelles: regions },
    { cle: 'types', axe: t.axes.type, libelles: types },
  ] as const
  return (
    <>
      <Graphique
        forme="courbe"
        titre={direSerie(sujets.mois, mois, { ecart: mesure.ecart })}
        donnees={mois}
        fichier={fichier}
        {...commun}
      />
      {groupes.map(({ cle, ...noms }) => {
        const leurs = instruitParGroupe(donnees[cle], mesure, noms)
        return (
          <Graphique
            key={cle}
            forme="barres"
            titre={direExtremes(sujets[cle], leurs)}
            donnees={leurs}
            fichier={`${fichier}-${cle}`}
            {...commun}
          />
        )
      })}
    </>
  )
}

/** What becomes of what was received: month by month, by region, by type. */
function Instruction({ donnees }: { donnees: Dashboard }) {
  const { recus, instruction } = donnees.total
  if (recus === 0) return null
  const { delaiValidation, renvoyes } = instruction
  return (
    <Bloc titre={t.instruction}>
      <p>{t.bilanInstruction(direJours(delaiValidation), renvoyes, recus)}</p>
      <div className="cen-colonnes">
        {MESURES.map((mesure) => (
          <GraphiquesDe key={mesure.cle} donnees={donnees} mesure={mesure} />
        ))}
      </div>
    </Bloc>
  )
}

/** What has come, and what has come in time: month by month, then by region, type and model; then what became of it. */
export default function Delais() {
  const { rang } = useCalendrier()
  const filtrage = useFiltrage(ANNUELLE, useOptions())
  const { annee, ...filtres } = filtrage.criteres
  const visee = anneeVisee(annee, rang)
  const requete = useQuery(dashboardDeLAnnee(visee, filtres))
  return (
    <>
      <Bloc
        titre={t.parMois(visee)}
        fin={
          <ExportTableur
            exporter={(format) => exporterDashboard(visee, { ...filtres, format })}
            quoi={t.parMois(visee)}
          />
        }
      >
        <Filtres filtrage={filtrage} />
        <Chargement requete={requete}>{(donnees) => <Graphiques donnees={donnees} />}</Chargement>
      </Bloc>
      {requete.data && <Instruction donnees={requete.data} />}
    </>
  )
}
