import type { OutputOf } from '@releve/contract/operation.ts'
import {
  CHAMPS_CONSERVATION,
  limiteConservation,
} from '@releve/contract/parametre/conservation.champs.ts'
import type { Conservation, parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Note } from '../ui/Note.tsx'
import { nombreDe } from '../ui/nombre.ts'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { PagePublique } from './PagePublique.tsx'
import { useConservation } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'

const t = textesParametre.conservation
const { min, max } = CHAMPS_CONSERVATION.conservationJournalMois

type ReglagesRecus = OutputOf<typeof parametreApi.lireConservation>
type Saisie = ReturnType<typeof saisieDe>

const saisieDe = (recu: ReglagesRecus) => ({
  conservationJournalMois: String(recu.conservationJournalMois),
  conservationMessagesMois: String(recu.conservationMessagesMois),
})
const corpsDe = (saisie: Saisie): Conservation => ({
  conservationJournalMois: nombreDe(saisie.conservationJournalMois),
  conservationMessagesMois: nombreDe(saisie.conservationMessagesMois),
})
type Duree = keyof Conservation
const DUREES: readonly Duree[] = ['conservationJournalMois', 'conservationMessagesMois']

/** What goes, from a day to the eve of another. */
type Perte = { duree: Duree; du: string; au: string }
type PropsQuestion = { pertes: readonly Perte[]; onAgir: () => void; onFermer: () => void }

/** What is taken out of the journal, or of messages, never comes back: asked before. */
function Raccourcissement({ pertes, onAgir, onFermer }: PropsQuestion) {
  const { titre, textes, journal, revenir, raccourcir } = t.confirmation
  return (
    <Confirmation
      titre={titre}
      fermer={revenir}
      bouton={raccourcir}
      autre={
        <LienAction to={paths.journal} target="_blank">
          {journal}
        </LienAction>
      }
      onAgir={onAgir}
      onFermer={onFermer}
    >
      {pertes.map(({ duree, du, au }) => (
        <p key={duree}>{textes[duree](du, au)}</p>
      ))}
    </Confirmation>
  )
}

function Forme({
  recu,
  groupe,
}: {
  recu: ReglagesRecus
  groupe: ReturnType<typeof useConservation>
}) {
  const reglages = useReglages(recu, groupe, {
    champs: CHAMPS_CONSERVATION,
    dire: 'aussitot',
    saisieDe,
    corpsDe,
  })
  const { base, saisie, fautes, lier } = reglages.forme
  const [demande, setDemande] = useState(false)
  const { jour } = useCalendrier()
  const [voulues, actuelles] = [corpsDe(saisie), corpsDe(base)]
  const justes = fautes.length === 0
  const limite = (duree: Duree) => (justes ? limiteConservation(jour, voulues[duree]) : null)
  const pertes: Perte[] = DUREES.flatMap((duree) =>
    justes && voulues[duree] < actuelles[duree]
      ? {
          duree,
          du: limiteConservation(jour, actuelles[duree]),
          au: limiteConservation(jour, voulues[duree]),
        }
      : [],
  )
  const { soumettre } = reglages
  return (
    <FormeReglages
      reglages={reglages}
      onSoumettre={() => (pertes.length > 0 ? setDemande(true) : soumettre())}
    >
      {DUREES.map((duree) => (
        <div key={duree}>
          <div className="prm-courts">
            <ChampTexte
              {...lier(duree)}
              largeur="xs"
              aide={t.aides[duree](min, max)}
              maxLength={3}
            />
          </div>
          <Note className="prm-note" role="status">
            {limite(duree) && t.effets[duree](limite(duree) ?? '')}
          </Note>
        </div>
      ))}
      {demande && pertes.length > 0 && (
        <Raccourcissement
          pertes={pertes}
          onAgir={() => {
            setDemande(false)
            soumettre()
          }}
          onFermer={() => setDemande(false)}
        />
      )}
    </FormeReglages>
  )
}

/** How long the journal with the sessions that are over, and messages, are kept. */
export function ConservationForm() {
  const groupe = useConservation()
  return (
    <>
      <p className="prm-chapeau">
        {t.chapeau} <PagePublique adresse={paths.accueilSection('confidentialite')} />
      </p>
      <Chargement requete={groupe.requete}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </>
  )
}
