import { fournisseurApi } from '@releve/contract/fournisseur/fournisseur.api.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { appeler } from '../app/client.ts'
import { peutPartir, usePartir } from '../session/fournisseur.queries.ts'
import { configuration } from '../systeme/systeme.demande.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Echec } from '../ui/Echec.tsx'
import { formatInstant } from '../ui/format.ts'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { useActe } from '../ui/useActe.ts'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { textesIdentites as t } from './compte.textes.ts'
import { Preuve } from './Preuve.tsx'

type Identite = OutputOf<typeof fournisseurApi.listIdentites>[number]
type Fournisseur = { cle: string; libelle: string }
type MotDePasse = Pick<Sent<typeof fournisseurApi.preparerLiaison.body>, 'password'>

const identites = queryOptions({
  queryKey: ['identites'],
  queryFn: ({ signal }) => appeler(fournisseurApi.listIdentites, { signal }),
})

/** The password first, then the provider: its answer comes back to `/auth/verify`. */
function Lier({ fournisseur: { cle, libelle } }: { fournisseur: Fournisseur }) {
  const [ouvert, setOuvert] = useState(false)
  const depart = usePartir()
  const preparation = useActe(
    ({ password }: MotDePasse) =>
      appeler(fournisseurApi.preparerLiaison, { body: { fournisseur: cle, password } }),
    // The provider's own page follows.
    { reussite: null, refus: 'place' },
    { gcTime: 0 },
  )
  const quitter = () => {
    setOuvert(false)
    preparation.reset()
  }
  return (
    <>
      <Echec echec={depart.error} titre={t.echecDepart} />
      <BoutonAction
        multiligne
        enCours={depart.isPending}
        raison={peutPartir() ? null : t.sansHttps}
        onClick={() => setOuvert(true)}
      >
        {t.lier(libelle)}
      </BoutonAction>
      {ouvert && (
        <Preuve
          titre={t.lier(libelle)}
          texte={t.lierTexte}
          bouton={t.continuer}
          avecCode={false}
          acte={preparation}
          onFermer={quitter}
          onFait={({ liaison }) => {
            quitter()
            depart.mutate({ fournisseur: cle, liaison })
          }}
        />
      )}
    </>
  )
}

function Delier({ identite: { id, fournisseur } }: { identite: Identite }) {
  const [ouvert, setOuvert] = useState(false)
  const client = useQueryClient()
  const acte = useActe(
    ({ password }: MotDePasse) =>
      appeler(fournisseurApi.delierIdentite, { body: { id, password } }),
    { reussite: t.deliee, refus: 'place' },
    {
      onSettled: () => {
        for (const queryKey of [identites.queryKey, ['sessions']]) {
          void client.invalidateQueries({ queryKey })
        }
      },
      gcTime: 0,
    },
  )
  const quitter = () => {
    setOuvert(false)
    acte.reset()
  }
  const nom = fournisseur ?? t.inconnu
  return (
    <>
      <BoutonAction size="small" aria-label={t.delierNom(nom)} onClick={() => setOuvert(true)}>
        {t.delier}
      </BoutonAction>
      {ouvert && (
        <Preuve
          titre={t.delierNom(nom)}
          texte={t.delierTexte}
          avecCode={false}
          acte={acte}
          onFermer={quitter}
          onFait={quitter}
        />
      )}
    </>
  )
}

const COLONNES: readonly Colonne<Identite>[] = [
  { cle: 'fournisseur', titre: t.service, rendu: ({ fournisseur }) => fournisseur ?? t.inconnu },
  { cle: 'email', titre: t.email, rendu: ({ email }) => <bdi>{email ?? '—'}</bdi> },
  { cle: 'lieeLe', titre: t.lieeLe, rendu: ({ lieeLe }) => formatInstant(lieeLe) },
  {
    cle: 'utiliseeLe',
    titre: t.utiliseeLe,
    rendu: ({ utiliseeLe }) => (utiliseeLe ? formatInstant(utiliseeLe) : t.jamais),
  },
  {
    cle: 'action',
    titre: t.action,
    muet: true,
    rendu: (identite) => <Delier identite={identite} />,
  },
]

function Contenu({ lues, fournisseurs }: { lues: Identite[]; fournisseurs: Fournisseur[] }) {
  const libres = fournisseurs.filter(
    ({ libelle }) => !lues.some(({ fournisseur }) => fournisseur === libelle),
  )
  const titre = useFocusGarde<HTMLHeadingElement>(lues.length)
  if (lues.length + libres.length === 0) return null
  return (
    <section className="cpt-partie" aria-labelledby="cpt-identites">
      <h3 id="cpt-identites" ref={titre} tabIndex={-1}>
        {t.titre}
      </h3>
      <p>{t.texte}</p>
      {lues.length > 0 && (
        <Tableau
          legende={t.titre}
          colonnes={COLONNES}
          lignes={lues}
          cleDe={({ id }) => String(id)}
        />
      )}
      <div className="cpt-actions">
        {libres.map((fournisseur) => (
          <Lier key={fournisseur.cle} fournisseur={fournisseur} />
        ))}
      </div>
    </section>
  )
}

/** The accounts of providers by which one's own opens; nothing where there is none, nor may be. */
export default function Identites() {
  const fournisseurs = useQuery(configuration).data?.fournisseurs ?? []
  return (
    <Chargement requete={useQuery(identites)}>
      {(lues) => <Contenu lues={lues} fournisseurs={fournisseurs} />}
    </Chargement>
  )
}
