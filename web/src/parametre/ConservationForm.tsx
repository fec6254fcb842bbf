import type { OutputOf } from '@releve/contract/operation.ts'
import {
  BORNES_CONSERVATION,
  estConservation,
  limiteConservation,
} from '@releve/contract/parametre/conservation.rules.ts'
import type { Conservation, parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { nombreDe } from '../ui/nombre.ts'
import { FormeReglages } from './FormeReglages.tsx'
import { PagePublique } from './PagePublique.tsx'
import { useConservation } from './parametre.queries.ts'
import { textes } from './parametre.textes.ts'
import { useForme } from './useForme.ts'

const t = textes.conservation
const { min, max } = BORNES_CONSERVATION

type Recu = OutputOf<typeof parametreApi.lireConservation>
type Saisie = { mois: string }

const TRADUCTION = {
  saisieDe: (recu: Recu): Saisie => ({ mois: String(recu.conservationJournalMois) }),
  corpsDe: ({ mois }: Saisie): Conservation => ({ conservationJournalMois: nombreDe(mois) }),
  fautesDe: ({ mois }: Saisie) => ({
    mois: estConservation(nombreDe(mois)) ? null : t.moisFaute(min, max),
  }),
}

type PropsQuestion = { du: string; au: string; onAgir: () => void; onFermer: () => void }

/** What is taken out of the journal never comes back: asked before. */
function Raccourcissement({ du, au, onAgir, onFermer }: PropsQuestion) {
  const { titre, texte, journal, revenir, raccourcir } = t.confirmation
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
      <p>{texte(du, au)}</p>
    </Confirmation>
  )
}

function Forme({ recu, groupe }: { recu: Recu; groupe: ReturnType<typeof useConservation> }) {
  const forme = useForme(recu, groupe, TRADUCTION)
  const { lues, saisie, fautes, changer, envoyer } = forme
  const [demande, setDemande] = useState(false)
  const { jour } = useCalendrier()
  const voulue = nombreDe(saisie.mois)
  const actuelle = nombreDe(lues.mois)
  const limite = fautes.mois ? null : limiteConservation(jour, voulue)
  return (
    <FormeReglages
      forme={forme}
      libelles={{ mois: t.mois }}
      onEnvoyer={() => (voulue < actuelle ? setDemande(true) : envoyer())}
    >
      <div className="prm-courts">
        <ChampTexte
          libelle={t.mois}
          aide={t.moisAide(min, max)}
          name="mois"
          required
          inputMode="numeric"
          maxLength={3}
          value={saisie.mois}
          onChange={({ target }) => changer({ mois: target.value })}
          erreur={fautes.mois}
        />
      </div>
      <p className="prm-note" role="status">
        {limite && t.effet(limite)}
      </p>
      {demande && limite && (
        <Raccourcissement
          du={limiteConservation(jour, actuelle)}
          au={limite}
          onAgir={() => {
            setDemande(false)
            envoyer()
          }}
          onFermer={() => setDemande(false)}
        />
      )}
    </FormeReglages>
  )
}

/** How long the journal, and the sessions that are over, are kept. */
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
