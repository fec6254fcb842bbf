import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { oublierSouhait } from '../../app/attentes.ts'
import { useAttentes, useHorsLigne } from '../../app/useAttentes.ts'
import { useAuth } from '../../app/useSession.ts'
import { paths } from '../../paths.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { formatInstant } from '../../ui/format.ts'
import { formulaire as lire } from '../formulaire.demande.ts'
import { textesSaisie, textesSoumissionAttendue } from './saisie.textes.ts'

const t = textesSoumissionAttendue

/**
 * The wish to submit, said without network: it waits until its author confirms it, on figures that
 * the server has (decision 0054).
 */
export default function SoumissionAttendue({ formulaire }: { formulaire: Formulaire }) {
  const { numero, actions } = formulaire
  const { identifiant } = useAuth()
  const client = useQueryClient()
  const coupee = useHorsLigne()
  const attente = useAttentes(identifiant).find((une) => une.numero === numero)
  const souhait = attente?.soumettre ?? null
  const permise = actions.includes('soumettre')
  useEffect(() => {
    if (souhait !== null && !permise) oublierSouhait(identifiant, numero)
  }, [souhait, permise, identifiant, numero])
  useEffect(() => {
    // The answer may be what was lost: the server knows whether it is submitted.
    if (souhait !== null && !coupee)
      client.fetchQuery({ ...lire(numero), staleTime: 0 }).catch(() => undefined)
  }, [souhait, coupee, client, numero])
  if (souhait === null || !permise) return null
  const attend = coupee || (attente?.valeurs ?? 0) > 0
  return (
    <Alerte
      gravite="warning"
      role="status"
      titre={attend ? t.attend : t.prete}
      action={
        <span>
          {!attend && (
            <LienAction size="small" to={`${paths.saisie(numero)}?vue=revue`}>
              {textesSaisie.barre.relire}
            </LienAction>
          )}
          <BoutonAction size="small" onClick={() => oublierSouhait(identifiant, numero)}>
            {t.renoncer}
          </BoutonAction>
        </span>
      }
    >
      <p>{attend ? t.attendTexte : t.preteTexte(formatInstant(new Date(souhait)))}</p>
    </Alerte>
  )
}
