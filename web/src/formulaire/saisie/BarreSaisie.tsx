import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type ReactNode, useId, useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { formatDate, formatHeure } from '../../ui/format.ts'
import { EtatBadge } from '../EtatBadge.tsx'
import { LigneProbleme } from './Controles.tsx'
import type { EtatEnregistrement } from './enregistreur.ts'
import { TEXTES } from './saisie.textes.ts'
import type { Bilan, Saisie } from './saisie.types.ts'
import { useBilan, useEnregistrement } from './useSaisie.ts'

type Props = {
  saisie: Saisie
  formulaire: Formulaire
  actions: ReactNode
  panneau: ReactNode
  /** The page shows the list of problems itself: the bar leads to it. */
  surProblemes: (() => void) | null
}

/** Always in sight: what is saved, what is filled, what is wrong, what may be done now. */
export function BarreSaisie({ saisie, formulaire, actions, panneau, surProblemes }: Props) {
  const bilan = useBilan(saisie)
  const [demandee, setOuverte] = useState(false)
  const liste = useId()
  const ouverte = demandee && surProblemes === null
  return (
    <div className="s-barre">
      {ouverte && (
        <ListeProblemes {...{ saisie, bilan }} id={liste} surAller={() => setOuverte(false)} />
      )}
      {panneau}
      <section className="s-barre-ligne" aria-label={TEXTES.barre.titre}>
        <div className="s-barre-etat">
          <EtatBadge etat={formulaire.etat} />
          <span className="s-barre-echeance">
            {TEXTES.echeance} {formatDate(formulaire.echeance)}
          </span>
          {saisie.ouverte && (
            <>
              <Remplissage bilan={bilan} />
              <Enregistrement saisie={saisie} />
            </>
          )}
        </div>
        <div className="s-barre-actions">
          {(saisie.ouverte || bilan.problemes.length > 0) && (
            <BoutonAction
              size="small"
              icone={iconeDe(saisie, bilan)}
              {...(surProblemes === null && { 'aria-expanded': ouverte, 'aria-controls': liste })}
              onClick={surProblemes ?? (() => setOuverte(!ouverte))}
            >
              <bdi>{direProblemes(saisie, bilan)}</bdi>
            </BoutonAction>
          )}
          {actions}
        </div>
      </section>
    </div>
  )
}

function direProblemes({ ouverte }: Saisie, bilan: Bilan): string {
  const { erreurs, aJustifier, requises, remplies, problemes } = bilan
  return ouverte
    ? TEXTES.barre.problemes(erreurs, aJustifier, requises - remplies)
    : TEXTES.barre.controles(problemes.length)
}

function iconeDe({ ouverte }: Saisie, { erreurs, aJustifier, bloquants }: Bilan) {
  if (erreurs > 0) return 'erreur'
  if (!ouverte) return 'info'
  if (aJustifier > 0) return 'attention'
  return bloquants > 0 ? 'cercle' : 'coche'
}

function Remplissage({ bilan }: { bilan: Bilan }) {
  const { requises, remplies } = bilan
  // 99,6 % is not whole: a form is filled when every required cell is.
  const pourcent = requises === 0 ? 100 : Math.floor((100 * remplies) / requises)
  return (
    <span className="s-remplissage">
      <progress value={remplies} max={Math.max(1, requises)} aria-hidden="true" />
      <span className="s-rempli">{TEXTES.barre.rempli(pourcent)}</span>
    </span>
  )
}

function Enregistrement({ saisie }: { saisie: Saisie }) {
  const etat = useEnregistrement(saisie)
  const grave = etat.sorte === 'interrompu' || etat.sorte === 'refuse'
  return (
    <span role="status" className={`s-statut s-statut-${grave ? 'grave' : etat.sorte}`}>
      {direEnregistrement(etat)}
    </span>
  )
}

function direEnregistrement(etat: EtatEnregistrement): string {
  switch (etat.sorte) {
    case 'enregistre':
      return TEXTES.saisie.enregistre(formatHeure(etat.le))
    case 'refuse':
      return TEXTES.saisie.refuse(etat.libelle)
    case 'interrompu':
      return etat.libelle ? TEXTES.saisie.suspendu(etat.libelle) : TEXTES.saisie.interrompu
    default:
      return TEXTES.saisie[etat.sorte]
  }
}

type ListeProps = { saisie: Saisie; bilan: Bilan; id: string; surAller: () => void }

function ListeProblemes({ saisie, bilan, id, surAller }: ListeProps) {
  return (
    <section id={id} className="s-liste-problemes" aria-label={TEXTES.revue.problemes}>
      {bilan.problemes.length === 0 ? (
        <p>{TEXTES.barre.aucun}</p>
      ) : (
        <ul>
          {bilan.problemes.map((probleme) => (
            <LigneProbleme key={probleme.cle} {...{ saisie, probleme, surAller }} />
          ))}
        </ul>
      )}
    </section>
  )
}
