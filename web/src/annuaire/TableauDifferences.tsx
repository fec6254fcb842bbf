import type { Difference, Chiffre as UnChiffre } from '@releve/contract/annuaire/annuaire.schema.ts'
import { Second } from '../ui/Ligne.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
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
