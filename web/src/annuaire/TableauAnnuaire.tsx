import {
  type Annuaire,
  type CelluleAnnuaire,
  type Chiffre,
  type ColonneAnnuaire,
  LIBELLES_ABSENCES,
  type LigneAnnuaire,
  SIGNE_SECRET,
  SIGNES_ABSENCES,
  type TableauAnnuaire as UnTableau,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { formaterNombre } from '@releve/contract/modele/affichage.ts'
import { Defile } from '../ui/Defile.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import type { Designe } from './annuaire.queries.ts'
import { textesAnnuaire as t } from './annuaire.textes.ts'

/** A column as it is shown: its figure, the one of the year before, or what changed. */
type Vue = { colonne: ColonneAnnuaire; rang: number; sorte: 'valeur' | 'nMoins1' | 'variation' }

/** The year before has figures: a first annuaire has nothing to be compared with. */
const aComparer = (lignes: readonly LigneAnnuaire[], rang: number): boolean =>
  lignes.some(({ cellules }) => {
    const cellule = cellules[rang]
    if (!cellule || cellule.sorte === 'texte') return false
    return cellule.nMoins1 !== undefined && cellule.nMoins1.sorte !== 'absent'
  })

const vuesDe = ({ colonnes, comparees, lignes }: UnTableau): Vue[] =>
  colonnes.flatMap((colonne, rang): Vue[] => {
    const comparee = comparees.includes(colonne.code) && aComparer(lignes, rang)
    const suites = comparee ? (['nMoins1', 'variation'] as const) : []
    return (['valeur', ...suites] as const).map((sorte) => ({ colonne, rang, sorte }))
  })

/** What stands for a figure that is not there: a sign, and its words. */
function Signe({ signe, dit }: { signe: string; dit: string }) {
  return (
    <>
      <span aria-hidden="true" title={dit}>
        {signe}
      </span>
      <Invisible>{dit}</Invisible>
    </>
  )
}

function UnChiffre({ chiffre, decimales }: { chiffre: Chiffre; decimales: number }) {
  switch (chiffre.sorte) {
    case 'valeur':
      return formaterNombre(chiffre.valeur, decimales)
    case 'secret':
      return <Signe signe={SIGNE_SECRET} dit={t.secret} />
    case 'absent':
      return (
        <Signe signe={SIGNES_ABSENCES[chiffre.raison]} dit={LIBELLES_ABSENCES[chiffre.raison]} />
      )
  }
}

function direVariation(cellule: CelluleAnnuaire, { variation }: ColonneAnnuaire): string {
  const n = cellule.sorte === 'texte' ? undefined : cellule.variation
  if (n === undefined || n === null) return '—'
  const signe = n > 0 ? '+' : ''
  return `${signe}${formaterNombre(n, 1)}\u00A0${variation === 'POINTS' ? t.points : '%'}`
}

type PropsCase = {
  vue: Vue
  ligne: LigneAnnuaire
  onExpliquer: ((designe: Omit<Designe, 'tableau'>) => void) | undefined
}

function Contenu({ vue: { colonne, rang, sorte }, ligne, onExpliquer }: PropsCase) {
  const cellule = ligne.cellules[rang]
  if (!cellule) return '—'
  if (cellule.sorte === 'texte') return sorte === 'valeur' ? cellule.texte : null
  const { decimales } = colonne
  if (sorte === 'variation') return direVariation(cellule, colonne)
  if (sorte === 'nMoins1') {
    return cellule.nMoins1 ? <UnChiffre chiffre={cellule.nMoins1} {...{ decimales }} /> : '—'
  }
  const chiffre = <UnChiffre chiffre={cellule} {...{ decimales }} />
  if (cellule.sorte !== 'valeur' || !onExpliquer) return chiffre
  const nom = t.explication.nom(ligne.libelle, colonne.libelle)
  return (
    <button
      type="button"
      className="ann-chiffre"
      title={nom}
      onClick={() => onExpliquer({ ligne: ligne.code, colonne: colonne.code })}
    >
      {chiffre}
      <Invisible>{` (${nom})`}</Invisible>
    </button>
  )
}

/** Two header rows where columns are grouped; the year before and the change beside their figure. */
function Tete({ tableau, vues, annee }: { tableau: UnTableau; vues: Vue[]; annee: number }) {
  const { groupes, entete } = tableau
  const deux = groupes.length > 0
  const titreDe = ({ colonne, sorte }: Vue) => {
    if (sorte === 'nMoins1') return `${colonne.libelle}, ${t.precedente(annee)}`
    return sorte === 'variation' ? `${colonne.libelle}, ${t.variation}` : colonne.libelle
  }
  const parGroupe = (code: string) => vues.filter(({ colonne }) => colonne.groupe === code)
  const titres = (lesquelles: Vue[], portee: 1 | 2) =>
    lesquelles.map((vue) => (
      <th
        key={`${vue.colonne.code}-${vue.sorte}`}
        scope="col"
        rowSpan={portee}
        data-sorte={vue.colonne.sorte}
      >
        {titreDe(vue)}
      </th>
    ))
  if (!deux) {
    return (
      <thead>
        <tr>
          <th scope="col">{entete}</th>
          {titres(vues, 1)}
        </tr>
      </thead>
    )
  }
  const seules = vues.filter(({ colonne }) => !colonne.groupe)
  const premier = vues.findIndex(({ colonne }) => colonne.groupe)
  const avant = seules.filter((vue) => vues.indexOf(vue) < premier)
  const apres = seules.filter((vue) => vues.indexOf(vue) > premier)
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {entete}
        </th>
        {titres(avant, 2)}
        {groupes.map(({ code, libelle }) => (
          <th key={code} scope="colgroup" colSpan={parGroupe(code).length}>
            {libelle}
          </th>
        ))}
        {titres(apres, 2)}
      </tr>
      <tr>{groupes.flatMap(({ code }) => titres(parGroupe(code), 1))}</tr>
    </thead>
  )
}

type Props = {
  annuaire: Annuaire
  tableau: UnTableau
  /** Absent: who reads is not told how a figure is made. */
  onExpliquer: ((designe: Designe) => void) | undefined
}

/** A table of the annuaire, native, with its source and what it counts. */
export function TableauAnnuaire({ annuaire, tableau, onExpliquer }: Props) {
  const { code, titre, unite, source, champ, note, lignes, secrets, couverture } = tableau
  const vues = vuesDe(tableau)
  const expliquer =
    onExpliquer && couverture
      ? (designe: Omit<Designe, 'tableau'>) => onExpliquer({ tableau: code, ...designe })
      : undefined
  return (
    <section className="ann-tableau">
      <Defile nom={titre}>
        <table>
          <caption>
            <strong>{code}</strong> {titre}
            {unite && <span className="ann-unite"> ({unite})</span>}
          </caption>
          <Tete {...{ tableau, vues }} annee={annuaire.annee} />
          <tbody>
            {lignes.map((ligne) => (
              <tr key={ligne.code} data-sorte={ligne.sorte}>
                <th scope="row" className={`ann-niveau-${ligne.niveau}`}>
                  {ligne.libelle}
                  {ligne.note && <span className="ann-unite"> {ligne.note}</span>}
                </th>
                {vues.map((vue) => (
                  <td key={`${vue.colonne.code}-${vue.sorte}`} data-sorte={vue.colonne.sorte}>
                    <Contenu {...{ vue, ligne }} onExpliquer={expliquer} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Defile>
      <dl className="ann-notes">
        <div>
          <dt>{t.source}</dt>
          <dd>{source}</dd>
        </div>
        <div>
          <dt>{t.champ}</dt>
          <dd>{champ}</dd>
        </div>
        {note && (
          <div>
            <dt>{t.note}</dt>
            <dd>{note}</dd>
          </div>
        )}
      </dl>
      {secrets > 0 && <p className="ann-unite">{t.secrets(secrets)}</p>}
    </section>
  )
}
