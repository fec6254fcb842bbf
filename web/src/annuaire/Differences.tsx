import {
  type Difference,
  type EditionAnnuaire,
  LIBELLES_ETATS_ANNUAIRE,
  type Chiffre as UnChiffre,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { exporterDifferences, useDifferences } from './annuaire.queries.ts'
import { textesAnnuaire } from './annuaire.textes.ts'
import { Chiffre, Signe } from './Chiffre.tsx'

const t = textesAnnuaire.differences
/** Of a figure whose column says none here: those that it has. */
const DECIMALES_MAX = 2

const decimalesDe = (chiffres: readonly (UnChiffre | null)[]) =>
  Math.max(
    ...chiffres.map((un) =>
      un?.sorte === 'valeur'
        ? Math.min(DECIMALES_MAX, (String(un.valeur).split('.')[1] ?? '').length)
        : 0,
    ),
  )

function Cote({ difference, cote }: { difference: Difference; cote: 'avant' | 'apres' }) {
  const chiffre = difference[cote]
  if (!chiffre) return <Signe signe="" dit={t.absent} />
  return <Chiffre chiffre={chiffre} decimales={decimalesDe([difference.avant, difference.apres])} />
}

const COLONNES: Colonne<Difference>[] = [
  {
    cle: 'tableau',
    titre: t.tableau,
    rendu: ({ tableau, titre }) => (
      <>
        {tableau}
        <Second>{titre}</Second>
      </>
    ),
  },
  { cle: 'ligne', titre: t.ligne, rendu: ({ libelleLigne }) => libelleLigne },
  { cle: 'colonne', titre: t.colonne, rendu: ({ libelleColonne }) => libelleColonne },
  {
    cle: 'avant',
    titre: t.avant,
    nombre: true,
    rendu: (difference) => <Cote {...{ difference }} cote="avant" />,
  },
  {
    cle: 'apres',
    titre: t.apres,
    nombre: true,
    rendu: (difference) => <Cote {...{ difference }} cote="apres" />,
  },
]

type Props = { nom: string; differences: readonly Difference[]; perime?: boolean }

/** Figures that are not the same in two editions, before and after. */
export function TableauDifferences({ nom, differences, perime }: Props) {
  return (
    <Tableau
      legende={nom}
      colonnes={COLONNES}
      lignes={differences}
      cleDe={({ tableau, ligne, colonne }) => `${tableau}|${ligne}|${colonne}`}
      {...(perime && { perime })}
    />
  )
}

type DifferencesProps = {
  annee: number
  editions: readonly EditionAnnuaire[]
  onFermer: () => void
}

/** Two editions of a year, compared figure by figure. */
function Differences({ annee, editions, onFermer }: DifferencesProps) {
  const [derniere, precedente] = editions
  const [choix, setChoix] = useState({ de: precedente?.edition ?? 1, vers: derniere?.edition ?? 1 })
  const [page, setPage] = useState(1)
  const requete = useDifferences(annee, choix, page)
  const options = editions.map(({ edition, etat }) => ({
    code: String(edition),
    libelle: `${textesAnnuaire.editionNumero(edition)} (${LIBELLES_ETATS_ANNUAIRE[etat]})`,
  }))
  const choisir = (cle: keyof typeof choix) => ({
    options,
    value: choix[cle],
    onChange: ({ target }: { target: HTMLSelectElement }) => {
      setChoix({ ...choix, [cle]: Number(target.value) })
      setPage(1)
    },
  })
  return (
    <Dialogue
      ouvert
      titre={t.titre(annee)}
      largeur="lg"
      onFermer={onFermer}
      actions={
        <BoutonAction variant="text" onClick={onFermer}>
          {t.fermer}
        </BoutonAction>
      }
    >
      <div className="ann-choix">
        <ChampListe libelle={t.de} {...choisir('de')} />
        <ChampListe libelle={t.vers} {...choisir('vers')} />
      </div>
      <Chargement requete={requete} lignes={8}>
        {({ elements, total, taille }) =>
          total === 0 ? (
            <EtatVide>{t.aucune}</EtatVide>
          ) : (
            <>
              <p role="status">{t.nombre(total)}</p>
              <div>
                <ExportTableur
                  exporter={(format) => exporterDifferences(annee, { ...choix, format })}
                  quoi={t.titre(annee)}
                />
              </div>
              <TableauDifferences
                nom={t.titre(annee)}
                differences={elements}
                perime={requete.isPlaceholderData}
              />
              <Pagination {...{ page, taille, total }} onPage={setPage} />
            </>
          )
        }
      </Chargement>
    </Dialogue>
  )
}

/** What opens the comparison of the editions of a year, where there are several. */
export function Comparer({ annee, editions }: Omit<DifferencesProps, 'onFermer'>) {
  const [ouvert, setOuvert] = useState(false)
  const siennes = editions.filter((une) => une.annee === annee)
  if (siennes.length < 2) return null
  return (
    <>
      <BoutonAction onClick={() => setOuvert(true)}>{textesAnnuaire.annexes.comparer}</BoutonAction>
      {ouvert && (
        <Differences {...{ annee }} editions={siennes} onFermer={() => setOuvert(false)} />
      )}
    </>
  )
}
