import {
  compterMasques,
  direPart,
  direTropMasque,
  estAComparer,
  estTropMasque,
  formaterFixe,
  LIBELLES_SANS_VARIATION,
} from '@releve/contract/annuaire/affichage.ts'
import type {
  Annuaire,
  ChapitreAnnuaire,
  EditionAnnuaire,
  TableauMasque,
  TexteAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import {
  type CelluleAnnuaire,
  type ColonneAnnuaire,
  LIBELLES_ABSENCES,
  type LigneAnnuaire,
  SIGNE_PARTIEL,
  type TableauAnnuaire as UnTableau,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { lazy, Suspense, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Defile } from '../ui/Defile.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import type { PlaceDeChiffre } from './annuaire.queries.ts'
import { textesAnnuaire as t } from './annuaire.textes.ts'
import { Chiffre, Signe } from './Chiffre.tsx'

// The last chapter alone has them.
const Annexes = lazy(() => import('./Annexes.tsx'))

const Introduction = lazy(() => import('./Introduction.tsx'))

const AVANT_PROPOS = '0'
const ANNEXES = '9'

const paragraphesDe = (texte: string) => texte.split(/\n\s*\n/).filter(Boolean)

/** Paragraphs parted by blank lines; their own lines are kept. */
function Prose({ texte }: { texte: string }) {
  return paragraphesDe(texte).map((paragraphe) => (
    <p key={paragraphe} className="ann-prose">
      {paragraphe}
    </p>
  ))
}

function Texte({ titre, paragraphes, termes }: TexteAnnuaire) {
  return (
    <section className="ann-texte">
      <h3>{titre}</h3>
      {paragraphes.map((paragraphe) => (
        <p key={paragraphe}>{paragraphe}</p>
      ))}
      {termes.length > 0 && (
        <dl className="ann-notes">
          {termes.map(({ terme, definition }) => (
            <div key={terme}>
              <dt>{terme}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

type ChapitreProps = {
  annuaire: Annuaire
  editions: readonly EditionAnnuaire[]
  chapitre: ChapitreAnnuaire
  onExpliquer: (designe: PlaceDeChiffre) => void
}

/** A chapter: what is written at its head, its texts, its tables. */
export function Chapitre({ annuaire, editions, chapitre, onExpliquer }: ChapitreProps) {
  const { code, titre, introduction, textes, tableaux } = chapitre
  const { avantPropos } = annuaire
  const [ecrit, setEcrit] = useState(false)
  return (
    <section aria-labelledby="ann-chapitre">
      <h2 id="ann-chapitre">{`${code}. ${titre}`}</h2>
      <Prose texte={introduction} />
      {annuaire.actions.includes('enregistrer') && (
        <BoutonAction size="small" icone="crayon" onClick={() => setEcrit(true)}>
          {introduction ? t.modifierIntroduction : t.ecrireIntroduction}
        </BoutonAction>
      )}
      {ecrit && (
        <Suspense>
          <Introduction {...{ annuaire, chapitre }} onFermer={() => setEcrit(false)} />
        </Suspense>
      )}
      {code === AVANT_PROPOS && avantPropos && (
        <section className="ann-texte">
          <h3>{t.avantPropos}</h3>
          <Prose texte={avantPropos} />
        </section>
      )}
      {textes.map((texte) => (
        <Texte key={texte.code} {...texte} />
      ))}
      {tableaux.map((tableau) => (
        <TableauAnnuaire key={tableau.code} {...{ annuaire, tableau, onExpliquer }} />
      ))}
      {code === ANNEXES && (
        <Suspense fallback={<Squelette />}>
          <Annexes {...{ annuaire, editions }} />
        </Suspense>
      )}
    </section>
  )
}

// Figures first: what draws them comes after.
const GraphiqueAnnuaire = lazy(() => import('./GraphiqueAnnuaire.tsx'))

/** A column as it is shown: its figure, the one of the year before, or what changed. */
type Vue = { colonne: ColonneAnnuaire; rang: number; sorte: 'valeur' | 'nMoins1' | 'variation' }

const vuesDe = (tableau: UnTableau): Vue[] =>
  tableau.colonnes.flatMap((colonne, rang): Vue[] => {
    const suites = estAComparer(tableau, rang) ? (['nMoins1', 'variation'] as const) : []
    return (['valeur', ...suites] as const).map((sorte) => ({ colonne, rang, sorte }))
  })

type PropsVariation = {
  cellule: CelluleAnnuaire
  colonne: ColonneAnnuaire
  tableau: Pick<UnTableau, 'partDe'>
}

/**
 * How a figure moved, and of how much of it; hidden as soon as one of the two is: it would give it
 * away.
 */
function Variation({ cellule, colonne, tableau }: PropsVariation) {
  if (cellule.sorte === 'texte' || cellule.variation === undefined) return null
  const { variation: n, sansVariation: raison } = cellule
  if (raison === 'SECRET' || [cellule.sorte, cellule.nMoins1?.sorte].includes('secret')) {
    return <Chiffre chiffre={{ sorte: 'secret' }} decimales={1} />
  }
  const part = direPart(cellule, tableau)
  const unite = colonne.variation === 'POINTS' ? t.points : '%'
  const dit = raison ? LIBELLES_SANS_VARIATION[raison] : LIBELLES_ABSENCES.NON_CALCULABLE
  return (
    <>
      {n === null ? (
        <Signe signe="—" dit={dit} />
      ) : (
        `${n > 0 ? '+' : ''}${formaterFixe(n, 1)}\u00a0${unite}`
      )}
      {part && <Second>{part}</Second>}
    </>
  )
}

type PropsCase = {
  tableau: UnTableau
  vue: Vue
  ligne: LigneAnnuaire
  onExpliquer: ((designe: Omit<PlaceDeChiffre, 'tableau'>) => void) | undefined
}

function Contenu({ tableau, vue: { colonne, rang, sorte }, ligne, onExpliquer }: PropsCase) {
  const cellule = ligne.cellules[rang]
  if (!cellule) return '—'
  if (cellule.sorte === 'texte') return sorte === 'valeur' ? cellule.texte : null
  const { decimales } = colonne
  if (sorte === 'variation') return <Variation {...{ cellule, colonne, tableau }} />
  if (sorte === 'nMoins1') {
    return cellule.nMoins1 && <Chiffre chiffre={cellule.nMoins1} {...{ decimales }} />
  }
  const chiffre = <Chiffre chiffre={cellule} {...{ decimales }} />
  if (cellule.sorte !== 'valeur') return chiffre
  const partiel = cellule.partiel && <Signe signe={SIGNE_PARTIEL} dit={t.partiel} />
  if (!onExpliquer) {
    return (
      <>
        {chiffre}
        {partiel}
      </>
    )
  }
  const nom = t.explication.nom(ligne.libelle, colonne.libelle)
  return (
    <>
      <button
        type="button"
        className="ann-chiffre"
        title={nom}
        onClick={() => onExpliquer({ ligne: ligne.code, colonne: colonne.code })}
      >
        {chiffre}
        <Invisible>{` (${nom})`}</Invisible>
      </button>
      {partiel}
    </>
  )
}

/** Two header rows where columns are grouped; the year before and the change beside their figure. */
function Tete({ tableau, vues, annee }: { tableau: UnTableau; vues: Vue[]; annee: number }) {
  const { groupes, entete, unite } = tableau
  const deux = groupes.length > 0
  const titreDe = ({ colonne, sorte }: Vue) => {
    if (sorte === 'nMoins1') return `${colonne.libelle}, ${t.precedente(annee)}`
    if (sorte === 'variation') return `${colonne.libelle}, ${t.variation}`
    // A column that counts something else than its table says what.
    const { unite: sienne, libelle } = colonne
    return sienne && sienne !== unite ? `${libelle} (${sienne})` : libelle
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

/** What would leave at most half of a table hidden; of one that is hidden less, nothing. */
function Regroupements({ masque }: { masque: TableauMasque | undefined }) {
  if (!masque) return null
  const { aucun, dire, titre } = t.regroupements
  const dits = masque.regroupements.map(dire)
  return (
    <div>
      <dt>{titre}</dt>
      {(dits.length > 0 ? dits : [aucun]).map((dit) => (
        <dd key={dit}>{dit}</dd>
      ))}
    </div>
  )
}

/** How many of its figures are hidden. */
function direSecret({ lignes, secrets }: UnTableau): string | null {
  const compte = compterMasques(lignes)
  if (estTropMasque(compte)) return direTropMasque(compte)
  return secrets > 0 ? t.secrets(secrets) : null
}

type NotesProps = { tableau: UnTableau; masque: TableauMasque | undefined }

/** What stands under a table: where it comes from, what it counts, how much of it came. */
function Notes({ tableau, masque }: NotesProps) {
  const { source, champ, note, couverture } = tableau
  const notes: (readonly [string, string | null])[] = [
    [t.source, source],
    [t.champ, champ],
    [t.couvertureDuTableau, couverture && t.couverture(couverture)],
    [t.note, note],
    [t.secretDuTableau, direSecret(tableau)],
  ]
  return (
    <dl className="ann-notes">
      {notes.map(
        ([terme, dit]) =>
          dit && (
            <div key={terme}>
              <dt>{terme}</dt>
              <dd>{dit}</dd>
            </div>
          ),
      )}
      <Regroupements masque={masque} />
    </dl>
  )
}

/** Beyond, rows come when they are asked for: a directory has one for each structure. */
const LIGNES_MAX = 300

type ChapitrePropsCorps = { lignes: readonly LigneAnnuaire[]; vues: readonly Vue[] } & Pick<
  PropsCase,
  'tableau' | 'onExpliquer'
>

function Corps({ tableau, lignes, vues, onExpliquer }: ChapitrePropsCorps) {
  return (
    <tbody>
      {lignes.map((ligne) => (
        <tr key={ligne.code} data-sorte={ligne.sorte}>
          <th scope="row" data-niveau={ligne.niveau}>
            {ligne.libelle}
            {ligne.note && <span className="ann-unite"> {ligne.note}</span>}
          </th>
          {vues.map((vue) => (
            <td key={`${vue.colonne.code}-${vue.sorte}`} data-sorte={vue.colonne.sorte}>
              <Contenu {...{ tableau, vue, ligne, onExpliquer }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type Props = {
  annuaire: Annuaire
  tableau: UnTableau
  onExpliquer: (designe: PlaceDeChiffre) => void
}

/** A table of the annuaire, native, with its chart, its source and what it counts. */
function TableauAnnuaire({ annuaire, tableau, onExpliquer }: Props) {
  const { code, titre, unite, lignes, couverture } = tableau
  const [entier, setEntier] = useState(lignes.length <= LIGNES_MAX)
  const vues = vuesDe(tableau)
  const expliquer = couverture
    ? (designe: Omit<PlaceDeChiffre, 'tableau'>) => onExpliquer({ tableau: code, ...designe })
    : undefined
  return (
    <section className="ann-tableau" id={code} aria-labelledby={`${code}-titre`}>
      <h3 id={`${code}-titre`}>
        {code} {titre}
        {unite && <span className="ann-unite"> ({unite})</span>}
      </h3>
      <div className="ann-corps">
        <div className="ann-grille">
          <Defile nom={titre}>
            <table aria-labelledby={`${code}-titre`}>
              <Tete {...{ tableau, vues }} annee={annuaire.annee} />
              <Corps
                lignes={entier ? lignes : lignes.slice(0, LIGNES_MAX)}
                {...{ tableau, vues }}
                onExpliquer={expliquer}
              />
            </table>
          </Defile>
          {!entier && (
            <BoutonAction onClick={() => setEntier(true)}>
              {t.toutesLesLignes(lignes.length)}
            </BoutonAction>
          )}
          <Notes
            tableau={tableau}
            masque={annuaire.masques?.find((masque) => masque.tableau === code)}
          />
        </div>
        <Suspense>
          <GraphiqueAnnuaire {...{ tableau }} annee={annuaire.annee} />
        </Suspense>
      </div>
    </section>
  )
}
