import type { CourrielEnvoi } from '@releve/contract/courriel/courriel.schema.ts'
import { ActesEnvoi } from '../ui/ActesEnvoi.tsx'
import { useAbandonnerCourriel, useReessayerCourriel } from './courriel.queries.ts'
import { textes } from './courriel.textes.ts'

const t = textes.actes

/** What may be done with this mail now. */
export function ActesCourriel({ courriel }: { courriel: CourrielEnvoi }) {
  const { id, actions, objet, destinataire } = courriel
  const noms = [objet ?? textes.rien, destinataire?.email ?? textes.sansDestinataire] as const
  return (
    <ActesEnvoi
      id={id}
      reprise={{
        possible: actions.includes('reessayer'),
        icone: 'reessayer',
        libelle: t.reessayer,
        nom: t.reessayerNom(...noms),
        mutation: useReessayerCourriel(),
      }}
      arret={{
        possible: actions.includes('abandonner'),
        libelle: t.abandonner,
        nom: t.abandonnerNom(...noms),
        mutation: useAbandonnerCourriel(),
        question: {
          titre: textes.abandon.titre,
          effets: textes.abandon.effets(...noms),
          fermer: t.fermer,
          echec: t.echec,
        },
      }}
    />
  )
}
