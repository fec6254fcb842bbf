import type { OutputOf } from '@releve/contract/operation.ts'
import type { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Echec } from '../ui/Echec.tsx'
import { peutPartir, usePartir } from './fournisseur.queries.ts'
import { textesFournisseur as t } from './fournisseur.textes.ts'

type Props = {
  fournisseurs: OutputOf<typeof systemeApi.lireConfiguration>['fournisseurs']
  /** The screen asked for, to come back to. */
  suite?: string | undefined
  /** Before this window leaves. */
  onPartir: () => void
}

/** One button for each provider of identities, under the way by a password. */
export default function Fournisseurs({ fournisseurs, suite, onPartir }: Props) {
  const depart = usePartir()
  const partir = (fournisseur: string) => {
    onPartir()
    depart.mutate({ fournisseur, ...(suite !== undefined && { suite }) })
  }
  return (
    <div className="auth-suites" role="group" aria-label={t.separateur}>
      <Echec echec={depart.error} titre={t.echecDepart} sansSuite />
      {fournisseurs.map(({ cle, libelle }) => (
        <BoutonAction
          key={cle}
          size="large"
          multiligne
          enCours={depart.isPending}
          raison={peutPartir() ? null : t.sansHttps}
          onClick={() => partir(cle)}
        >
          {t.par(libelle)}
        </BoutonAction>
      ))}
    </div>
  )
}
