import type { LigneImport } from '@releve/contract/import.ts'
import { useState } from 'react'
import { ChoixMultiple } from './ChoixMultiple.tsx'
import { formatNombre } from './format.ts'
import { Icone, type NomIcone } from './Icone.tsx'
import { type Effet, textes } from './importTableur.textes.ts'
import { comptesDe, EFFETS } from './importTableur.ts'
import { Pagination } from './Pagination.tsx'
import { type Colonne, Tableau } from './Tableau.tsx'

const TAILLE = 50

const ICONES: Record<Effet, NomIcone> = {
  CREER: 'plus',
  MODIFIER: 'crayon',
  INCHANGE: 'coche',
  ERREUR: 'erreur',
}

function Effet({ effet }: { effet: Effet }) {
  return (
    <span className={`ui-import-effet ui-import-${effet}`}>
      <Icone nom={ICONES[effet]} taille={16} />
      {textes.effets[effet]}
    </span>
  )
}

function Details({ details }: Pick<LigneImport, 'details'>) {
  if (details.length === 0) return null
  return (
    <ul className="ui-import-fautes">
      {details.map(({ chemin, libelle }) => (
        <li key={`${chemin} ${libelle}`}>{libelle}</li>
      ))}
    </ul>
  )
}

const t = textes.colonnes
const COLONNES: Colonne<LigneImport>[] = [
  {
    cle: 'cle',
    titre: t.cle,
    rendu: ({ cle, libelle }) => (
      <>
        {libelle || cle || '—'}
        {libelle && cle && <span className="ui-import-cle">{cle}</span>}
      </>
    ),
  },
  { cle: 'ligne', titre: t.ligne, nombre: true, rendu: ({ ligne }) => formatNombre(ligne) },
  { cle: 'effet', titre: t.effet, rendu: ({ effet }) => <Effet effet={effet} /> },
  { cle: 'details', titre: t.details, rendu: ({ details }) => <Details details={details} /> },
]

/** What an import would do, line by line; the lines in error alone, at first, when there are any. */
export function ImportApercu({ lignes }: { lignes: readonly LigneImport[] }) {
  const comptes = comptesDe(lignes)
  const [choisis, setChoisis] = useState<Effet[]>(comptes.ERREUR > 0 ? ['ERREUR'] : [])
  const [page, setPage] = useState(1)
  if (lignes.length === 0) return <p>{textes.aucune}</p>
  const options = EFFETS.filter((effet) => comptes[effet] > 0).map((effet) => ({
    code: effet,
    libelle: textes.effetCompte(effet, formatNombre(comptes[effet])),
  }))
  const montrees = lignes.filter(({ effet }) => choisis.length === 0 || choisis.includes(effet))
  const filtrer = (effets: Effet[]) => {
    setChoisis(effets)
    setPage(1)
  }
  return (
    <div className="ui-import-apercu">
      <ChoixMultiple
        legende={textes.montrer}
        options={options}
        choisis={choisis}
        onChange={filtrer}
      />
      <Tableau
        legende={textes.apercu}
        className="ui-import-tableau"
        colonnes={COLONNES}
        lignes={montrees.slice((page - 1) * TAILLE, page * TAILLE)}
        cleDe={({ ligne }) => String(ligne)}
      />
      <Pagination page={page} taille={TAILLE} total={montrees.length} onPage={setPage} />
    </div>
  )
}
