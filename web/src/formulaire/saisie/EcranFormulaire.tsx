import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { Page } from '../../ui/Page.tsx'
import { Actions } from './Actions.tsx'
import { Avis } from './Avis.tsx'
import { BarreSaisie } from './BarreSaisie.tsx'
import { DialogueConflits } from './DialogueConflits.tsx'
import { EnTete } from './EnTete.tsx'
import { Feuilles } from './Feuilles.tsx'
import { adresseDe, auClavierPage, auFocus } from './focus.ts'
import { Historique } from './Historique.tsx'
import { Outils } from './Outils.tsx'
import { PanneauCase } from './PanneauCase.tsx'
import { allerAuReste, Revue } from './Revue.tsx'
import { TEXTES } from './saisie.textes.ts'
import { type Refus, useActer } from './useActer.ts'
import { useOuverture } from './useOuverture.ts'
import { AllerContext } from './useSaisie.ts'
import { useAllerVers, useVue } from './useVue.ts'

type Props = {
  formulaire: Formulaire
  modifiable: boolean
  versionDiffusee: number | undefined
  /** Why the last act was refused: it outlives an opening, since a refusal may close the form. */
  refus: Refus | null
  surRefus: (refus: Refus | null) => void
}

/** The form screen. What is shown (section, all, review) stands in the address. */
export function EcranFormulaire(props: Props) {
  const { formulaire, modifiable, versionDiffusee, refus, surRefus } = props
  const ouverture = useOuverture(formulaire, modifiable)
  const { saisie, conflits } = ouverture
  const [historique, setHistorique] = useState(false)
  const [panneau, setPanneau] = useState(false)
  const peutSoumettre = formulaire.actions.includes('soumettre')
  const vue = useVue(saisie.modele.sections, peutSoumettre)
  const aller = useAllerVers(saisie, vue)
  const acter = useActer(formulaire, ouverture, surRefus)
  return (
    <AllerContext value={aller}>
      <Page
        className="s-formulaire"
        titre={`${TEXTES.titre(libellePeriode(formulaire))} – ${formulaire.structure.libelle}`}
        entete={TEXTES.rapportDe(libellePeriode(formulaire))}
        actions={
          <Outils
            {...{ formulaire, versionDiffusee, vue }}
            surHistorique={() => setHistorique(true)}
          />
        }
      >
        <div
          className={classesDe(saisie.ouverte, vue.revue, panneau)}
          role="presentation"
          onFocus={(evenement) => auFocus(evenement, saisie)}
          onBlur={({ target }) => saisie.quitter(adresseDe(target) ?? '')}
          onKeyDown={(evenement) => auClavierPage(evenement, setPanneau)}
        >
          <EnTete formulaire={formulaire} />
          <Avis {...{ formulaire, modifiable, versionDiffusee, refus, ouverture }} />
          {vue.revue ? (
            <Revue
              {...{ saisie, formulaire, ...acter }}
              revenir={() => vue.changer({ vue: null })}
            />
          ) : (
            <Feuilles saisie={saisie} formulaire={formulaire} vue={vue} />
          )}
          {versionDiffusee === undefined && (
            <BarreSaisie
              saisie={saisie}
              formulaire={formulaire}
              surProblemes={vue.revue ? allerAuReste : null}
              panneau={
                vue.revue ? null : (
                  <PanneauCase
                    {...{ saisie, formulaire }}
                    section={vue.tout ? null : vue.section}
                    ouvert={panneau}
                    surOuvrir={setPanneau}
                  />
                )
              }
              actions={
                vue.revue ? null : (
                  <Actions
                    formulaire={formulaire}
                    {...acter}
                    surRelire={() => vue.changer({ vue: 'revue' })}
                  />
                )
              }
            />
          )}
        </div>
      </Page>
      {conflits.length > 0 && (
        <DialogueConflits saisie={saisie} conflits={conflits} surChoix={ouverture.trancher} />
      )}
      {historique && <Historique {...{ formulaire, saisie }} fermer={() => setHistorique(false)} />}
    </AllerContext>
  )
}

function classesDe(ouverte: boolean, revue: boolean, panneau: boolean): string {
  const vue = revue ? 's-en-revue' : panneau && 's-panneau-ouvert'
  return ['s-page', ouverte && 's-ouverte', vue].filter(Boolean).join(' ')
}
