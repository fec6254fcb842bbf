import { LIBELLES_ROLES, ROLES } from '@releve/contract/utilisateur/droits.ts'
import {
  ETATS_EXERCICE,
  etatExercice,
  LIBELLES_EXERCICE,
} from '@releve/contract/utilisateur/exercice.rules.ts'
import {
  CONNEXIONS,
  LIAISONS,
  LIBELLES_CONNEXIONS,
  LIBELLES_LIAISONS,
  LIBELLES_STATUTS,
  STATUTS,
  type Utilisateur,
} from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Demander } from '../app/demande.ts'
import { differer } from '../app/differe.tsx'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { code, parmi, recherche } from '../ui/filtre.tsx'
import { formatDateCourte, formatInstant } from '../ui/format.ts'
import type { PropsImport } from '../ui/ImportTableur.tsx'
import { Nom, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { ActesCompte } from './ActesCompte.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { UtilisateurForm } from './UtilisateurForm.tsx'
import {
  exporterUtilisateurs,
  useChoixStructures,
  useImportUtilisateurs,
  utilisateurs,
} from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'
import './utilisateur.css'

const c = textesUtilisateur.colonnes
const f = textesUtilisateur.filtres

const COMPTES_DEMANDES = question({
  filtres: {
    q: recherche(f.recherche),
    role: parmi(ROLES, LIBELLES_ROLES, { libelle: f.role, vide: f.tous }),
    statut: parmi(STATUTS, LIBELLES_STATUTS, { libelle: f.statut, vide: f.tous }),
    connexion: parmi(CONNEXIONS, LIBELLES_CONNEXIONS, { libelle: f.connexion, vide: f.toutes }),
    exercice: parmi(ETATS_EXERCICE, LIBELLES_EXERCICE, { libelle: f.exercice, vide: f.tous }),
    liaison: parmi(LIAISONS, LIBELLES_LIAISONS, { libelle: f.liaison, vide: f.tous }),
    structure: code({ libelle: f.structure, vide: f.toutes, parCode: true }),
  },
  tris: [
    'nomAffichable',
    'roles',
    'structure',
    'statut',
    'derniereConnexion',
    'exercice',
    'liaison',
  ],
  tri: 'nomAffichable',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(utilisateurs(lireListe(COMPTES_DEMANDES, adresse).query))

function Structure({ structure, autreStructure }: Utilisateur) {
  const autres = autreStructure.length
  if (!structure && autres === 0) return textesUtilisateur.aucunDe
  const noms = autreStructure.map(({ libelle }) => libelle).join(', ')
  return (
    <>
      {structure?.libelle ?? textesUtilisateur.sansStructure}
      <Second title={noms || undefined}>
        {[structure?.code, autres > 0 && textesUtilisateur.autres(autres)]
          .filter(Boolean)
          .join(' ')}
      </Second>
    </>
  )
}

const COLONNES: Colonne<Utilisateur>[] = [
  {
    cle: 'nom',
    titre: c.nom,
    tri: 'nomAffichable',
    largeur: 30,
    coupure: 'libre',
    rendu: ({ id, nomAffichable, identifiant }) => (
      <Nom to={paths.utilisateur(id)} nom={nomAffichable} second={identifiant} />
    ),
  },
  {
    cle: 'roles',
    titre: c.roles,
    tri: 'roles',
    rendu: ({ roles }) => roles.map((role) => LIBELLES_ROLES[role]).join(', '),
  },
  {
    cle: 'rattachement',
    titre: c.structure,
    tri: 'structure',
    largeur: 30,
    coupure: 'libre',
    rendu: (u) => <Structure {...u} />,
  },
  {
    cle: 'statut',
    titre: c.statut,
    tri: 'statut',
    rendu: ({ statut }) => <StatutBadge statut={statut} />,
  },
  {
    cle: 'connexion',
    titre: c.connexion,
    tri: 'derniereConnexion',
    rendu: ({ derniereConnexion: le }) =>
      le ? <span title={formatInstant(le)}>{formatDateCourte(le)}</span> : textesUtilisateur.jamais,
  },
  {
    cle: 'exercice',
    titre: c.exercice,
    tri: 'exercice',
    rendu: (u) =>
      u.exerciceLe ? (
        <span title={formatInstant(u.exerciceLe)}>
          {textesUtilisateur.exerciceFait(u.exerciceLe)}
        </span>
      ) : (
        LIBELLES_EXERCICE[etatExercice(u)]
      ),
  },
  {
    cle: 'liaison',
    titre: c.liaison,
    tri: 'liaison',
    rendu: ({ identiteLiee }) => LIBELLES_LIAISONS[identiteLiee ? 'LIEE' : 'NON_LIEE'],
  },
  {
    cle: 'action',
    titre: c.action,
    muet: true,
    largeur: 'contenu',
    className: 'usr-action',
    rendu: (u) => <ActesCompte utilisateur={u} genre="icones" />,
  },
]

export const COMPTES = liste({
  ...COMPTES_DEMANDES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: textesUtilisateur,
  icone: 'utilisateurs',
  className: 'usr-tableau',
})

const useImport = differer<PropsImport>(() => import('../ui/ImportTableur.tsx'))

/** The accounts that the address asks for. */
function useComptes() {
  const { data: structures = [] } = useChoixStructures()
  const options = structures.map((une) => ({
    code: une.code,
    libelle: `${une.code} – ${une.libelle}`,
  }))
  return useListe(COMPTES, { structure: options })
}

type Props = { filtrage: ReturnType<typeof useComptes> }

function Actions() {
  const [creation, setCreation] = useState(false)
  const tableur = useImport({ ...textesUtilisateur.imports, ...useImportUtilisateurs() })
  const { roles } = useAuth()
  return (
    <Actes>
      {aDroit(roles, 'jeton.gerer') && (
        <LienAction to={paths.jetons} icone="motDePasse">
          {textesUtilisateur.jetons}
        </LienAction>
      )}
      <LienAction to={paths.webhooks} icone="envoi">
        {textesUtilisateur.webhooks}
      </LienAction>
      <BoutonAction icone="deposer" onClick={tableur.ouvrir}>
        {textesUtilisateur.importer}
      </BoutonAction>
      <BoutonAction variant="contained" icone="plus" onClick={() => setCreation(true)}>
        {textesUtilisateur.creer}
      </BoutonAction>
      {creation && <UtilisateurForm onFermer={() => setCreation(false)} />}
      {tableur.dialogue}
    </Actes>
  )
}

function Comptes({ filtrage }: Props) {
  const { criteres, tri } = filtrage
  const requete = useQuery(utilisateurs(filtrage.query))
  // An act may take its line out of what the filters find.
  const ref = useFocusGarde<HTMLDivElement>(requete.data?.total ?? 0)
  return (
    <div ref={ref} tabIndex={-1}>
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterUtilisateurs({ ...criteres, tri, format })}
      />
    </div>
  )
}

/** `/dashboard/utilisateurs`: the accounts, and what one may do with them. */
export default function UtilisateursPage() {
  const filtrage = useComptes()
  return (
    <Page titre={textesUtilisateur.titre} chapeau={textesUtilisateur.chapeau} actions={<Actions />}>
      <Filtres filtrage={filtrage} />
      <Comptes filtrage={filtrage} />
    </Page>
  )
}
