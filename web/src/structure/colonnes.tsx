import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { formatNombre } from '../ui/format.ts'
import { Second } from '../ui/Ligne.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { EtatBadge } from './EtatBadge.tsx'
import { textes } from './structure.textes.ts'
import type { Libelles } from './useLibelles.ts'

const t = textes.colonnes

/** Every column of the table, in their order on screen. */
export const colonnesDe = (en: Libelles): Colonne<Structure>[] => [
  {
    cle: 'nom',
    titre: t.libelle,
    tri: 'libelle',
    rendu: ({ code, libelle }) => (
      <>
        <Link to={paths.structure(code)}>{libelle}</Link>
        <Second>{code}</Second>
      </>
    ),
  },
  {
    cle: 'type',
    titre: t.typeStructure,
    tri: 'typeStructure',
    rendu: ({ typeStructure }) => en('typeStructure', typeStructure),
  },
  {
    cle: 'region',
    titre: t.region,
    tri: 'region',
    rendu: ({ region }) => en('region', region),
  },
  {
    cle: 'parent',
    titre: t.parent,
    tri: 'parent',
    rendu: ({ parent }) => parent?.libelle ?? textes.aucunDe,
  },
  {
    cle: 'modeles',
    titre: t.modeles,
    rendu: ({ modeles }) => modeles.join(', ') || textes.aucunDe,
  },
  {
    cle: 'capacite',
    titre: t.capacite,
    tri: 'capacite',
    nombre: true,
    rendu: ({ capacite }) => formatNombre(capacite),
  },
  { cle: 'etat', titre: t.etat, tri: 'etat', rendu: ({ etat }) => <EtatBadge etat={etat} /> },
]
