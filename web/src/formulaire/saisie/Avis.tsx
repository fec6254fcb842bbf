import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { lazy, Suspense } from 'react'
import { useAttentes } from '../../app/useAttentes.ts'
import { useAuth } from '../../app/useSession.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import type { Refus } from './actes/Actes.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Entree, Ouverture } from './store/client.ts'
import { useRetrouvees } from './store/store.ts'

/** Of few forms: they come with them only. */
const ClotureAvis = lazy(() => import('../ClotureAvis.tsx'))
/** Of what comes back, and of those who review. */
const Retour = lazy(() => import('./Retour.tsx'))
const Remarques = lazy(() => import('./Remarques.tsx'))
const SoumissionAttendue = lazy(() => import('./SoumissionAttendue.tsx'))
const AvisRefus = lazy(() => import('./AvisRefus.tsx'))
const Abandonnees = lazy(() => import('./Abandonnees.tsx'))
/** Of a form that is no longer entered. */
const RecepisseOffert = facultatif(async () => ({
  default: (await import('./Recepisses.tsx')).RecepisseOffert,
}))

type Props = {
  formulaire: Formulaire
  modifiable: boolean
  versionDiffusee: number | undefined
  refus: Refus | null
  ouverture: Ouverture
}

/** Whether one asked, without network, to submit this form. */
function useSouhait(numero: string): boolean {
  const { identifiant } = useAuth()
  return useAttentes(identifiant).some((une) => une.numero === numero && une.soumettre !== null)
}

/** What must be known before reading on: a refusal, why the form came back, why it does not open. */
export function Avis({ formulaire, modifiable, versionDiffusee, refus, ouverture }: Props) {
  const { numero, etat, remarques, actions } = formulaire
  const { entree, lecture } = ouverture
  const relit = actions.includes('remarquer')
  const marquee = remarques.some(({ cellule }) => cellule !== null)
  // Until it is published; a publication, and a report of others, have no record.
  const revenue = marquee && !modifiable && etat !== 'DIFFUSE' && actions.includes('historique')
  const souhaitee = useSouhait(formulaire.numero)
  const generales = remarques.filter(({ cellule }) => cellule === null)
  return (
    <div className="s-avis">
      {refus && (
        <Suspense>
          <AvisRefus refus={refus} lecture={lecture} />
        </Suspense>
      )}
      {entree && <Retrouvees entree={entree} />}
      {souhaitee && (
        <Suspense>
          <SoumissionAttendue formulaire={formulaire} />
        </Suspense>
      )}
      {ouverture.abandonnees && (
        <Suspense>
          <Abandonnees {...{ ouverture }} abandonnees={ouverture.abandonnees} />
        </Suspense>
      )}
      <Suspense>
        {versionDiffusee === undefined && (etat === 'RENVOYE' || relit || revenue) && (
          <Retour {...{ formulaire, lecture }} />
        )}
      </Suspense>
      {versionDiffusee !== undefined ? (
        <Alerte gravite="info">{textesSaisie.lectureVersion(versionDiffusee)}</Alerte>
      ) : (
        !modifiable &&
        etat !== 'NON_COMMENCE' && (
          <Alerte
            gravite="info"
            action={
              etat === 'SOUMIS' &&
              actions.includes('historique') && (
                <Suspense>
                  <RecepisseOffert {...{ numero }} />
                </Suspense>
              )
            }
          >
            {textesSaisie.lectureSeule(etat)}
          </Alerte>
        )
      )}
      {formulaire.cloture && (
        <Suspense>
          <ClotureAvis {...formulaire} />
        </Suspense>
      )}
      {(generales.length > 0 || relit) && (
        <Suspense fallback={<div className="s-remarques-venir" />}>
          <Remarques formulaire={formulaire} cellule={null} remarques={generales} pliee />
        </Suspense>
      )}
      {modifiable && <Consignes />}
    </div>
  )
}

/** Said as long as something of it waits: the bar tells when it is saved. */
function Retrouvees({ entree }: { entree: Entree }) {
  const retrouvees = useRetrouvees(entree)
  if (!retrouvees) return null
  return (
    <Alerte gravite="info" role="status">
      {textesSaisie.saisie.retrouvees}
    </Alerte>
  )
}

function Consignes() {
  return (
    <div className="s-consignes s-ecran">
      <p>{textesSaisie.aRemplir}</p>
      <details>
        <summary>{textesSaisie.aideTitre}</summary>
        <p>{textesSaisie.aide}</p>
      </details>
    </div>
  )
}
