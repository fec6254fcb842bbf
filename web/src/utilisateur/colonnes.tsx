import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { formatDateCourte, formatInstant } from '../ui/format.ts'
import { Second } from '../ui/Ligne.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { ActesCompte } from './ActesCompte.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { textes } from './utilisateur.textes.ts'

const t = textes.colonnes

function Nom({ id, nomAffichable, identifiant }: Utilisateur) {
  return (
    <>
      <Link to={paths.utilisateur(id)}>{nomAffichable}</Link>
      <Second>{identifiant}</Second>
    </>
  )
}

function Structure({ structure, autreStructure }: Utilisateur) {
  const autres = autreStructure.length
  if (!structure && autres === 0) return textes.aucunDe
  const noms = autreStructure.map(({ libelle }) => libelle).join(', ')
  return (
    <>
      {structure?.libelle ?? textes.sansStructure}
      <Second title={noms || undefined}>
        {[structure?.code, autres > 0 && textes.autres(autres)].filter(Boolean).join(' ')}
      </Second>
    </>
  )
}

/** Every column of the list of accounts, in their order on screen. */
export const COLONNES: Colonne<Utilisateur>[] = [
  { cle: 'nom', titre: t.nom, tri: 'nomAffichable', rendu: (u) => <Nom {...u} /> },
  {
    cle: 'roles',
    titre: t.roles,
    tri: 'roles',
    rendu: ({ roles }) => roles.map((role) => LIBELLES_ROLES[role]).join(', '),
  },
  {
    cle: 'rattachement',
    titre: t.structure,
    tri: 'structure',
    rendu: (u) => <Structure {...u} />,
  },
  {
    cle: 'statut',
    titre: t.statut,
    tri: 'statut',
    rendu: ({ statut }) => <StatutBadge statut={statut} />,
  },
  {
    cle: 'connexion',
    titre: t.connexion,
    tri: 'derniereConnexion',
    rendu: ({ derniereConnexion: le }) =>
      le ? <span title={formatInstant(le)}>{formatDateCourte(le)}</span> : textes.jamais,
  },
  {
    cle: 'action',
    titre: t.action,
    muet: true,
    rendu: (u) => <ActesCompte utilisateur={u} genre="icones" />,
  },
]
