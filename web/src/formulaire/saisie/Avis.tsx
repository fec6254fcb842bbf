import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { touchesSeules } from '../../app/affichage.ts'
import { type EnAttente, oublierSouhait, souhaiterSoumettre } from '../../app/attentes.ts'
import { useAttentes, useHorsLigne } from '../../app/useAttentes.ts'
import { useAuth } from '../../app/useSession.ts'
import { paths } from '../../paths.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import { formatInstant } from '../../ui/format.ts'
import { toastReussite } from '../../ui/toasts.ts'
import { aDesTouches } from '../../ui/useTouches.ts'
import { formulaire as lire } from '../formulaire.demande.ts'
import { type Refus, savoir } from './actes/Actes.tsx'
import { LienCase } from './Controles.tsx'
import { textesIncertain, textesSaisie, textesSoumissionAttendue } from './saisie.textes.ts'
import type { Entree, Lecture, Ouverture } from './store/client.ts'
import { useRetrouvees } from './store/store.ts'

const t = textesSoumissionAttendue

/** What is said of the wish, as far as this page knows. */
function direSouhait(attente: EnAttente, coupee: boolean) {
  if (attente.incertaine) return { titre: t.incertaine, texte: t.incertaineTexte }
  if (coupee || attente.valeurs > 0) return { titre: t.attend, texte: t.attendTexte }
  const texte = t.preteTexte(formatInstant(new Date(attente.soumettre ?? 0)))
  return { titre: t.prete, texte, prete: true }
}

/** The server alone knows whether what it was asked is done: it is asked until it tells. */
function useVeriteSoumission({ numero, etat }: Formulaire, incertaine: boolean): void {
  const { identifiant } = useAuth()
  const client = useQueryClient()
  useEffect(() => {
    if (!incertaine) return
    const fin = new AbortController()
    void savoir(client, numero, fin.signal).then((lu) => {
      if (lu === null) return
      if (lu.etat !== etat) toastReussite(textesIncertain.fait(lu.etat))
      else souhaiterSoumettre(identifiant, numero)
    })
    return () => fin.abort()
  }, [client, identifiant, numero, etat, incertaine])
}

/**
 * The wish to submit, said without network: it waits until its author confirms it, on figures that
 * the server has (decision 0054).
 */
function SoumissionAttendue({ formulaire }: { formulaire: Formulaire }) {
  const { numero, actions } = formulaire
  const { identifiant } = useAuth()
  const client = useQueryClient()
  const coupee = useHorsLigne()
  const attente = useAttentes(identifiant).find((une) => une.numero === numero)
  const souhait = attente?.soumettre ?? null
  const permise = actions.includes('soumettre')
  useVeriteSoumission(formulaire, permise && attente?.incertaine === true)
  useEffect(() => {
    if (souhait !== null && !permise) oublierSouhait(identifiant, numero)
  }, [souhait, permise, identifiant, numero])
  useEffect(() => {
    // Submitted meanwhile from elsewhere, it waits for nobody.
    if (souhait !== null && !coupee && !attente?.incertaine)
      client.fetchQuery({ ...lire(numero), staleTime: 0 }).catch(() => undefined)
  }, [souhait, coupee, attente?.incertaine, client, numero])
  if (!attente || souhait === null || !permise) return null
  const { titre, texte, prete } = direSouhait(attente, coupee)
  return (
    <Alerte
      gravite="warning"
      role="status"
      titre={titre}
      action={
        !attente.incertaine && (
          <span>
            {prete && (
              <LienAction size="small" to={`${paths.saisie(numero)}?vue=revue`}>
                {textesSaisie.barre.relire}
              </LienAction>
            )}
            <BoutonAction size="small" onClick={() => oublierSouhait(identifiant, numero)}>
              {t.renoncer}
            </BoutonAction>
          </span>
        )
      }
    >
      <p>{texte}</p>
    </Alerte>
  )
}

/** An act whose answer was lost: said where its refusal would be, until the server tells. */
function AvisIncertain({ refus }: { refus: Refus }) {
  return (
    <Alerte gravite="warning" role="status" titre={refus.message}>
      {textesIncertain.texte}
    </Alerte>
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

/** Of few forms: they come with them only. */
const ClotureAvis = lazy(() => import('../ClotureAvis.tsx'))
/** Of what comes back, and of those who review. */
const Retour = lazy(() => import('./Retour.tsx'))
const Remarques = lazy(() => import('./Remarques.tsx'))
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
      {refus?.incertain ? (
        <AvisIncertain refus={refus} />
      ) : (
        refus && <AvisRefus refus={refus} lecture={lecture} />
      )}
      {entree && <Retrouvees entree={entree} />}
      {souhaitee && <SoumissionAttendue formulaire={formulaire} />}
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
        <p>{textesSaisie.aide(aDesTouches(), touchesSeules())}</p>
      </details>
    </div>
  )
}
