import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { EchecApi, estCoupure } from '../../api/envoi.ts'
import { differer } from '../../app/differe.tsx'
import { noterLigne } from '../../app/ligne.ts'
import { paths } from '../../paths.ts'
import { Chargement } from '../../ui/Chargement.tsx'
import { Page } from '../../ui/Page.tsx'
import { EXEMPLE, formulaire as lire } from '../formulaire.demande.ts'
import { useFormulaire } from '../formulaire.queries.ts'
import type { Refus } from './actes/Actes.tsx'
import { EcranFormulaire, type Pieces } from './EcranFormulaire.tsx'
import { textesSaisie } from './saisie.textes.ts'
import { ouvrirSansEcran } from './store/store.ts'
import '../../ui/Invisible.css'
import '../../ui/Squelette.css'
import './grille/grille.css'
import './saisie.css'
import './barre.css'

/** `A_VOIR`: not valid, in conflict, or no longer taken: the form's screen tells which. */
type Issue = 'ENVOYE' | 'COUPE' | 'A_VOIR'

/**
 * Sends what waits of a report that no screen shows, by the very entry that a screen opens: same
 * checks, over the version seen when it was typed. What is not taken stays in the notebook. The
 * frame asks for it.
 */
export async function envoyerCarnet(client: QueryClient, numero: string): Promise<Issue> {
  try {
    const recu = await client.fetchQuery({ ...lire(numero), staleTime: 0 })
    const ouvert = recu.actions.includes('modifier') ? ouvrirSansEcran(client, recu) : null
    if (!ouvert) return 'A_VOIR'
    await ouvert.entree.vider()
    const coupe = ouvert.entree.enregistrement().sorte === 'interrompu'
    ouvert.liaison.suspendre()
    if (coupe) return 'COUPE'
    return ouvert.carnet.lire() === null ? 'ENVOYE' : 'A_VOIR'
  } catch (echec) {
    if (!(echec instanceof EchecApi)) throw echec
    if (estCoupure(echec)) noterLigne(true)
    return estCoupure(echec) || echec.statut === 401 || echec.statut === 429 ? 'COUPE' : 'A_VOIR'
  }
}

const Exercice = lazy(() => import('./ExercicePage.tsx'))

/** Where the code of the panel of its files is read, once it is asked for. */
type ChargerPieces = Parameters<typeof differer<{ numero: string }>>[0]

/** The page, and the panel that it may open. */
export const createFormulairePage = (charger: ChargerPieces) => {
  const usePieces = differer<{ numero: string }>(charger)
  return function PageDuFormulaire() {
    const { numero = '' } = useParams()
    const pieces = usePieces({ numero })
    if (numero === EXEMPLE)
      return (
        <Suspense fallback={<SqueletteFormulaire />}>
          <Exercice />
        </Suspense>
      )
    return <FormulairePage numero={numero} pieces={pieces} />
  }
}

/** A form, open for entry or read only, as its answer's `actions` say; or one of its publications. */
function FormulairePage({ numero, pieces }: { numero: string; pieces: Pieces }) {
  const [recherche] = useSearchParams()
  const versionDiffusee = Number(recherche.get('versionDiffusee')) || undefined
  const [refus, setRefus] = useState<Refus | null>(null)
  const requete = useFormulaire(numero, { versionDiffusee })
  // The form's own page has its title; without a form there is none.
  if (requete.error && !requete.data) {
    return (
      <Page titre={textesSaisie.inaccessible}>
        <Chargement requete={requete}>{() => null}</Chargement>
        <p>
          <Link to={paths.saisies()}>{textesSaisie.retour}</Link>
        </p>
      </Page>
    )
  }
  return (
    <Chargement requete={requete} squelette={<SqueletteFormulaire />}>
      {(formulaire) =>
        formulaire.definition && (
          <EcranFormulaire
            key={cleDe(formulaire, versionDiffusee)}
            formulaire={formulaire}
            modifiable={estModifiable(formulaire) && versionDiffusee === undefined}
            versionDiffusee={versionDiffusee}
            pieces={pieces}
            refus={refus}
            surRefus={setRefus}
          />
        )
      }
    </Chargement>
  )
}

/** The shape of a report: its title, the index of its sections, a sheet. */
function SqueletteFormulaire() {
  return (
    <div className="s-sq" role="status" aria-label={textesSaisie.chargement}>
      <div className="ui-squelette s-sq-titre" />
      <div className="ui-squelette s-sq-fiche" />
      <div className="s-sq-cahier">
        <div className="s-sq-index" />
        <div className="s-sq-feuille" />
      </div>
    </div>
  )
}

const estModifiable = ({ actions }: Formulaire) => actions.includes('modifier')

/** Open and read-only forms are two openings; a form read only is opened anew in another state. */
function cleDe(formulaire: Formulaire, versionDiffusee: number | undefined): string {
  const { numero, etat } = formulaire
  const suite = estModifiable(formulaire) ? 'saisie' : `lecture-${etat}`
  return [numero, libelleFormulaire(formulaire), versionDiffusee ?? 'courante', suite].join(' ')
}
