import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { Squelette } from './Squelette.tsx'

const TEXTES = {
  titre: 'Erreur\u00a0: le chargement n’a pas abouti',
  /** No answer came: what is missing is not on this machine either. */
  absent: 'Ce qui manque ici n’est pas gardé sur ce poste',
  reseau:
    'Le serveur ne répond pas. Ce qui manque s’affichera de soi-même dès qu’il répondra de nouveau.',
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
  const coupe = echec instanceof EchecApi && echec.estReseau
  return (
    <Alerte
      gravite={coupe ? 'warning' : 'error'}
      role="alert"
      titre={coupe ? TEXTES.absent : TEXTES.titre}
      action={
        !definitif && (
          <BoutonAction icone="reessayer" size="small" onClick={onReessayer}>
            {TEXTES.reessayer}
          </BoutonAction>
        )
      }
    >
      <p>{coupe ? TEXTES.reseau : messageDe(echec)}</p>
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
