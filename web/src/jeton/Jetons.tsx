import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import { LIBELLES_USAGES } from '@releve/contract/jeton/jeton.champs.ts'
import {
  type EtatJeton,
  type Jeton,
  LIBELLES_ETATS_JETON,
} from '@releve/contract/jeton/jeton.schema.ts'
import { useState } from 'react'
import { messageDe, titreEchec } from '../api/envoi.ts'
import { appeler } from '../app/client.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Instant, Second } from '../ui/Ligne.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { useActe } from '../ui/useActe.ts'
import { useRelireJetons } from './jeton.queries.ts'
import { textesJeton as t } from './jeton.textes.ts'

const ASPECTS: Record<EtatJeton, Aspect> = {
  VALABLE: ['coche', 'succes'],
  SUSPENDU: ['interdit', 'attention'],
  EXPIRE: ['horloge', 'neutre'],
  REVOQUE: ['interdit', 'neutre'],
}

type ARevoquer = { jeton: Jeton; de?: string }

function Question({ jeton: { id, nom }, onFermer }: ARevoquer & { onFermer: () => void }) {
  const relire = useRelireJetons()
  const { isPending, error, mutate } = useActe(
    () => appeler(jetonApi.revoquerJeton, { body: { id } }),
    { reussite: t.revoque, refus: 'place' },
    { onSettled: relire },
  )
  const agir = () => {
    if (!isPending) mutate(undefined, { onSuccess: onFermer })
  }
  return (
    <Confirmation
      titre={t.revocation.titre(nom)}
      fermer={t.revocation.garder}
      bouton={t.revoquer}
      enCours={isPending}
      onAgir={agir}
      onFermer={onFermer}
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, t.revocation.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{t.revocation.effets}</p>
    </Confirmation>
  )
}

/** Ends a token for good, once asked; one that is over needs no end. `de`: whose it is. */
export function Revoquer({ jeton, de }: ARevoquer) {
  const [ouvert, setOuvert] = useState(false)
  const { nom, etat } = jeton
  if (etat === 'REVOQUE' || etat === 'EXPIRE') return null
  return (
    <>
      <BoutonAction
        size="small"
        aria-label={t.revoquerNom(nom, de)}
        onClick={() => setOuvert(true)}
      >
        {t.revoquer}
      </BoutonAction>
      {ouvert && <Question jeton={jeton} onFermer={() => setOuvert(false)} />}
    </>
  )
}

function Limites({ structures, reseaux }: Jeton) {
  if (!structures && reseaux.length === 0) return t.sansLimite
  return (
    <>
      {structures && t.structures(structures.map(({ code }) => code))}
      {reseaux.length > 0 && <Second>{t.reseaux(reseaux)}</Second>}
    </>
  )
}

function DernierAppel({ utiliseLe, utiliseDepuis }: Jeton) {
  if (!utiliseLe) return t.jamais
  return (
    <>
      <Instant le={utiliseLe} />
      {utiliseDepuis && <Second>{t.depuis(utiliseDepuis)}</Second>}
    </>
  )
}

const c = t.colonnes

/** What is shown of a token, one's own or another's. */
export const COLONNES_JETON = [
  { cle: 'nom', titre: c.nom, tri: 'nom', rendu: ({ nom }) => nom },
  {
    cle: 'usages',
    titre: c.usages,
    rendu: ({ usages }) => usages.map((usage) => LIBELLES_USAGES[usage]).join(', '),
  },
  { cle: 'limites', titre: c.limites, rendu: (jeton) => <Limites {...jeton} /> },
  {
    cle: 'expireLe',
    titre: c.expireLe,
    tri: 'expireLe',
    rendu: ({ expireLe }) => <Instant le={expireLe} />,
  },
  {
    cle: 'utiliseLe',
    titre: c.utiliseLe,
    tri: 'utiliseLe',
    rendu: (jeton) => <DernierAppel {...jeton} />,
  },
  {
    cle: 'etat',
    titre: c.etat,
    rendu: ({ etat }) => <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_JETON[etat]}</Pastille>,
  },
] as const satisfies readonly Colonne<Jeton>[]
