import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useAttentes } from '../../app/useAttentes.ts'
import { useAuth } from '../../app/useSession.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import type { Refus } from './actes/Actes.tsx'
import { LienCase } from './Controles.tsx'
import { textesSaisie } from './saisie.textes.ts'
import { type Entree, type Lecture, type Ouverture, useRetrouvees } from './store/store.ts'

/** Of few forms: it comes with them only. */
const ClotureAvis = lazy(() => import('../ClotureAvis.tsx'))
/** Of what comes back, and of those who review. */
const Retour = lazy(() => import('./Retour.tsx'))
const Remarques = lazy(() => import('./Remarques.tsx'))

type Props = {
  formulaire: Formulaire
  modifiable: boolean
  versionDiffusee: number | undefined
  refus: Refus | null
  ouverture: Ouverture
}

const SoumissionAttendue = lazy(() => import('./SoumissionAttendue.tsx'))

/** Whether one asked, without network, to submit this form. */
function useSouhait(numero: string): boolean {
  const { identifiant } = useAuth()
  return useAttentes(identifiant).some((une) => une.numero === numero && une.soumettre !== null)
}

/** What must be known before reading on: a refusal, why the form came back, why it does not open. */
export function Avis({ formulaire, modifiable, versionDiffusee, refus, ouverture }: Props) {
  const { etat, remarques, actions } = formulaire
  const { entree, lecture } = ouverture
  const relit = actions.includes('remarquer')
  const souhaitee = useSouhait(formulaire.numero)
  const generales = remarques.filter(({ cellule }) => cellule === null)
  return (
    <div className="s-avis">
      {refus && <AvisRefus refus={refus} lecture={lecture} />}
      {entree && <Retrouvees entree={entree} />}
      {souhaitee && (
        <Suspense>
          <SoumissionAttendue formulaire={formulaire} />
        </Suspense>
      )}
      <Abandonnees ouverture={ouverture} />
      <Suspense>
        {versionDiffusee === undefined && (etat === 'RENVOYE' || relit) && (
          <Retour {...{ formulaire, lecture }} />
        )}
      </Suspense>
      {versionDiffusee !== undefined ? (
        <Alerte gravite="info">{textesSaisie.lectureVersion(versionDiffusee)}</Alerte>
      ) : (
        !modifiable &&
        etat !== 'NON_COMMENCE' && <Alerte gravite="info">{textesSaisie.lectureSeule(etat)}</Alerte>
      )}
      {formulaire.cloture && (
        <Suspense>
          <ClotureAvis {...formulaire} />
        </Suspense>
      )}
      {(generales.length > 0 || relit) && (
        <Suspense>
          <Remarques formulaire={formulaire} cellule={null} remarques={generales} pliee />
        </Suspense>
      )}
      {modifiable && <Consignes />}
    </div>
  )
}

/** Refused: focus moves to the summary, whose links lead to the cells (RGAA 11.10). */
function AvisRefus({ refus, lecture }: { refus: Refus; lecture: Lecture }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refus) ref.current?.focus()
  }, [refus])
  return (
    <Alerte gravite="error" role="alert" titre={textesSaisie.erreur(refus.message)} ref={ref}>
      {refus.details.length > 0 && (
        <ul>
          {refus.details.map(({ chemin, libelle }) => {
            const adresse = viseePar(chemin, lecture)
            return (
              <li key={chemin + libelle}>
                {adresse === undefined ? libelle : <LienCase adresse={adresse}>{libelle}</LienCase>}
              </li>
            )
          })}
        </ul>
      )}
    </Alerte>
  )
}

/** A detail names a cell, or a control: then the first cell at which it points. */
function viseePar(chemin: string, lecture: Lecture): string | undefined {
  if (lecture.celluleDe(chemin)) return chemin
  return lecture.lireBilan().problemes.find(({ cle }) => cle === chemin)?.cellules[0]
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

function Abandonnees({ ouverture }: { ouverture: Ouverture }) {
  const { abandonnees, oublier, lecture } = ouverture
  if (!abandonnees) return null
  return (
    <Alerte
      gravite="warning"
      role="status"
      titre={textesSaisie.saisie.retrouveesFermees}
      action={
        <span>
          <BoutonAction size="small" onClick={oublier}>
            {textesSaisie.saisie.oublier}
          </BoutonAction>
        </span>
      }
    >
      <ul>
        {Object.entries(abandonnees.textes).map(([adresse, texte]) => (
          <li key={adresse}>
            {textesSaisie.controles.faute(
              lecture.celluleDe(adresse)?.libelle ?? adresse,
              texte || '—',
            )}
          </li>
        ))}
      </ul>
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
