import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { Squelette } from './Squelette.tsx'

const TEXTES = {
  titre: 'Erreur\u00a0: le chargement n’a pas abouti',
  reseau: 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.',
  reessayer: 'Réessayer',
}

/** A failed reading, told in place, with a way to try again. */
export function EchecChargement({
  echec,
  onReessayer,
}: {
  echec: unknown
  onReessayer: () => void
}) {
  // Asking again for what does not exist, or is refused, gets the same answer.
  const definitif = echec instanceof EchecApi && [403, 404].includes(echec.statut)
  return (
    <Alerte
      gravite="error"
      role="alert"
      titre={TEXTES.titre}
      action={
        !definitif && (
          <BoutonAction icone="reessayer" size="small" onClick={onReessayer}>
            {TEXTES.reessayer}
          </BoutonAction>
        )
      }
    >
      <p>{messageDe(echec, TEXTES.reseau)}</p>
    </Alerte>
  )
}

type Props<T> = {
  requete: UseQueryResult<T>
  lignes?: number
  /** The shape of what comes, where bars would not do. */
  squelette?: ReactNode
  children: (donnees: T) => ReactNode
}

/** What a query answers: its wait, its failure in place, or its data (kept under a later failure). */
export function Chargement<T>({ requete, lignes, squelette, children }: Props<T>) {
  const { data, error, isPending, refetch } = requete
  if (isPending) return squelette ?? <Squelette lignes={lignes} />
  return (
    <>
      {error && <EchecChargement echec={error} onReessayer={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  )
}
