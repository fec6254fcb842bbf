import {
  type EditionAnnuaire,
  LIBELLES_ETATS_ANNUAIRE,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { exporterDifferences, useDifferences } from './annuaire.queries.ts'
import { textesAnnuaire } from './annuaire.textes.ts'
import { TableauDifferences } from './TableauDifferences.tsx'

const t = textesAnnuaire.differences

type Props = { annee: number; editions: readonly EditionAnnuaire[]; onFermer: () => void }

/** Two editions of a year, compared figure by figure. */
export default function Differences({ annee, editions, onFermer }: Props) {
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
