import { EchecApi, messageDe } from '../app/client.ts'
import { Alerte } from './Alerte.tsx'

const RESEAU =
  'La connexion au service est interrompue. Rien de ce que vous avez saisi n’est perdu.'

/** Why a form did not go through, said once, over its fields. Nothing typed is lost. */
export function Echec({ echec, titre }: { echec: unknown; titre: string }) {
  if (!echec) return null
  const reseau = echec instanceof EchecApi && echec.estReseau
  return (
    <Alerte gravite="error" role="alert" titre={titre}>
      {reseau ? RESEAU : messageDe(echec)}
    </Alerte>
  )
}
