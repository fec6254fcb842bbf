import {
  type Annuaire,
  type EditionAnnuaire,
  type Erratum,
  LIBELLES_ERRATUM,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { LIBELLES_MOIS, libellePeriode, type Periode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { textesAnnuaire } from './annuaire.textes.ts'
import { Comparer, TableauDifferences } from './Differences.tsx'

const t = textesAnnuaire.annexes

const TAILLE = 25

type Modele = Annuaire['modeles'][number]
const MODELES: Colonne<Modele>[] = [
  { cle: 'code', titre: t.modele, rendu: ({ code, libelle }) => `${libelle} (${code})` },
  { cle: 'version', titre: t.version, nombre: true, rendu: ({ version }) => version },
  { cle: 'du', titre: t.premierMois, rendu: ({ du }) => du.split('-').toReversed().join('/') },
  { cle: 'au', titre: t.dernierMois, rendu: ({ au }) => au.split('-').toReversed().join('/') },
]

type Manquant = Annuaire['nonRepondants'][number]['rapports'][number]
type Manques = { nom: string; periode: Periode; manquants: readonly Manquant[] }
const MANQUANTS: Colonne<Manquant>[] = [
  { cle: 'structure', titre: t.structure, rendu: (m) => `${m.libelle} (${m.structure})` },
  { cle: 'region', titre: t.region, rendu: ({ region }) => region },
  { cle: 'modele', titre: t.modele, rendu: ({ modele }) => modele },
  { cle: 'recu', titre: t.etat, rendu: ({ recu }) => (recu ? t.recu : t.nonRecu) },
]

/** Rows a page at a time: a country has thousands. */
function usePage<T>(lignes: readonly T[]) {
  const [page, setPage] = useState(1)
  const visibles = lignes.slice((page - 1) * TAILLE, page * TAILLE)
  return {
    visibles,
    pages: <Pagination {...{ page }} taille={TAILLE} total={lignes.length} onPage={setPage} />,
  }
}

/** What the reports of this month describe, where one of them describes more than the month. */
function colonnesDe({ periode, manquants }: Manques): Colonne<Manquant>[] {
  if (manquants.every(({ moisCouverts = 1 }) => moisCouverts === 1)) return MANQUANTS
  const rendu = ({ moisCouverts = 1 }: Manquant) => libellePeriode(periode, moisCouverts)
  return MANQUANTS.toSpliced(-1, 0, { cle: 'periode', titre: t.periode, rendu })
}

function Manquants({ nom, periode, manquants }: Manques) {
  const { visibles, pages } = usePage(manquants)
  return (
    <>
      <Tableau
        legende={nom}
        colonnes={colonnesDe({ nom, periode, manquants })}
        lignes={visibles}
        cleDe={({ structure, modele }) => `${structure}-${modele}`}
      />
      {pages}
    </>
  )
}

/** A month of those who did not answer; its list is drawn once it is opened. */
function Mois({
  mois,
  annee,
  rapports: manquants,
}: Annuaire['nonRepondants'][number] & Pick<Annuaire, 'annee'>) {
  const [ouvert, setOuvert] = useState(false)
  const nom = t.manquants(LIBELLES_MOIS[mois], manquants.length)
  return (
    <details onToggle={({ currentTarget }) => setOuvert(currentTarget.open)}>
      <summary>{nom}</summary>
      {ouvert && <Manquants {...{ nom, manquants }} periode={{ mois, annee }} />}
    </details>
  )
}

function Changes({ erratum }: { erratum: Erratum }) {
  const { differences, total, edition } = erratum
  const { visibles, pages } = usePage(differences)
  return (
    <>
      {total > differences.length && <Note>{t.premieres(differences.length)}</Note>}
      <TableauDifferences nom={t.changes(total, edition)} differences={visibles} />
      {pages}
    </>
  )
}

function UnErratum({ erratum }: { erratum: Erratum }) {
  const [ouvert, setOuvert] = useState(false)
  const { edition, nature, texte, le, total } = erratum
  const quand = le ? `, ${t.arreteeLe(formatDate(le))}` : ''
  return (
    <li>
      <p className="ann-prose">
        <strong>{`${textesAnnuaire.editionNumero(edition)}${quand}. ${LIBELLES_ERRATUM[nature]}.`}</strong>{' '}
        {texte}
      </p>
      {total === 0 ? (
        <Note>{t.aucunChange}</Note>
      ) : (
        <details onToggle={({ currentTarget }) => setOuvert(currentTarget.open)}>
          <summary>{t.changes(total, edition)}</summary>
          {ouvert && <Changes erratum={erratum} />}
        </details>
      )}
    </li>
  )
}

type Props = { annuaire: Annuaire; editions: readonly EditionAnnuaire[] }

/** What each edition corrected, figure by figure; and any two editions, compared. */
function Errata({ annuaire, editions }: Props) {
  const { annee, errata } = annuaire
  return (
    <section className="ann-texte">
      <h3>{t.errata}</h3>
      {errata.length === 0 ? (
        <p>{t.sansErratum}</p>
      ) : (
        <ul className="ann-liste">
          {errata.map((erratum) => (
            <UnErratum key={erratum.edition} erratum={erratum} />
          ))}
        </ul>
      )}
      <Comparer {...{ annee, editions }} />
    </section>
  )
}

/** The last chapter: the models, those who did not answer, what was corrected, the figures' print. */
export default function Annexes({ annuaire, editions }: Props) {
  const { annee, modeles, nonRepondants, empreinte } = annuaire
  const manquent = nonRepondants.reduce((somme, { rapports }) => somme + rapports.length, 0)
  return (
    <>
      <section className="ann-texte">
        <h3>{t.modeles}</h3>
        <Tableau
          legende={t.modeles}
          colonnes={MODELES}
          lignes={modeles}
          cleDe={({ code, version }) => `${code}-${version}`}
        />
      </section>
      <section className="ann-texte">
        <h3>{t.nonRepondants}</h3>
        <p>{manquent === 0 ? t.tousRepondent : t.manquent(manquent)}</p>
        {nonRepondants.map((un) => (
          <Mois key={un.mois} {...un} {...{ annee }} />
        ))}
      </section>
      <Errata {...{ annuaire, editions }} />
      <section className="ann-texte">
        <h3>{t.empreinte}</h3>
        <p>{t.empreinteAide}</p>
        <p>
          <code className="ann-empreinte">{empreinte}</code>
        </p>
      </section>
    </>
  )
}
