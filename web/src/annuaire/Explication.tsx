import {
  direPart,
  formaterFixe,
  LIBELLES_SANS_VARIATION,
} from '@releve/contract/annuaire/affichage.ts'
import type { SourceAnnuaire } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { formatNombre } from '../ui/format.ts'
import { Second } from '../ui/Ligne.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { exporterExplication, type PlaceDeChiffre, useExplication } from './annuaire.queries.ts'
import { textesAnnuaire } from './annuaire.textes.ts'

const t = textesAnnuaire.explication

const COLONNES: Colonne<SourceAnnuaire>[] = [
  {
    cle: 'formulaire',
    titre: t.rapport,
    rendu: (source) => (
      <>
        <Link to={paths.saisie(source.numero)}>{source.numero}</Link>
        <Second>{`${source.libelle} · ${libellePeriode(source, source.moisCouverts)}`}</Second>
      </>
    ),
  },
  {
    cle: 'version',
    titre: t.version,
    rendu: ({ version, versionDiffusee }) =>
      versionDiffusee === null ? t.contenu(version) : t.publiee(versionDiffusee),
  },
  {
    cle: 'cases',
    titre: t.cases,
    rendu: ({ cellules }) =>
      cellules.map(({ libelle, valeur }) => `${libelle}\u00a0: ${valeur ?? '—'}`).join('\u202f; '),
  },
  {
    cle: 'apport',
    titre: t.apport,
    nombre: true,
    rendu: ({ apport }) => formatNombre(apport),
  },
]

type Props = { annuaire: Annuaire; designe: PlaceDeChiffre; onFermer: () => void }

/** How the figure moved since the year before, as its table says it, and of how much of it. */
export function direVariation(
  { chapitres }: Pick<Annuaire, 'chapitres'>,
  { tableau, ligne, colonne }: PlaceDeChiffre,
): string | null {
  const table = chapitres.flatMap(({ tableaux }) => tableaux).find(({ code }) => code === tableau)
  const rang = table?.colonnes.findIndex(({ code }) => code === colonne) ?? -1
  const cellule = table?.lignes.find(({ code }) => code === ligne)?.cellules[rang]
  if (!table || cellule?.sorte !== 'valeur') return null
  const { variation, sansVariation: raison } = cellule
  if (raison) return t.sansVariation(LIBELLES_SANS_VARIATION[raison])
  // An edition frozen before compares the columns shown, and says no part.
  if (typeof variation !== 'number' || cellule.part === undefined) return null
  const unite = table.colonnes[rang]?.variation === 'POINTS' ? textesAnnuaire.points : '%'
  const dite = `${variation > 0 ? '+' : ''}${formaterFixe(variation, 1)}\u00a0${unite}`
  return t.variation(dite, direPart(cellule, table))
}

/** « Chaque chiffre s’explique »: the forms, their versions and their cells that make a figure. */
export default function Explication({ annuaire, designe, onFermer }: Props) {
  const [page, setPage] = useState(1)
  const requete = useExplication(annuaire, designe, page)
  const variation = direVariation(annuaire, designe)
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      largeur="lg"
      onFermer={onFermer}
      actions={
        <BoutonAction variant="text" onClick={onFermer}>
          {t.fermer}
        </BoutonAction>
      }
    >
      <Chargement requete={requete} lignes={6}>
        {({ titre, libelleLigne, libelleColonne, phrase, elements, total, taille }) => (
          <>
            <p>
              <strong>{titre}</strong>
              <br />
              {libelleLigne}, {libelleColonne}
            </p>
            <p>{phrase}</p>
            {variation && <p>{variation}</p>}
            {elements.length === 0 ? (
              <EtatVide>{t.vide}</EtatVide>
            ) : (
              <>
                <Tableau
                  legende={t.rapports}
                  colonnes={COLONNES}
                  lignes={elements}
                  cleDe={({ numero, partie }) => `${numero}-${partie}`}
                />
                <div>
                  <ExportTableur
                    exporter={(format) => exporterExplication(annuaire, designe, format)}
                    quoi={t.rapports}
                  />
                </div>
              </>
            )}
            <Pagination {...{ page, taille, total }} onPage={setPage} />
          </>
        )}
      </Chargement>
    </Dialogue>
  )
}
