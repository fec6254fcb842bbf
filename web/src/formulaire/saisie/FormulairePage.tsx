import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Chargement } from '../../ui/Chargement.tsx'
import { Page } from '../../ui/Page.tsx'
import { useFormulaire } from '../formulaire.queries.ts'
import { EcranFormulaire } from './EcranFormulaire.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Refus } from './useActer.ts'
import '../../ui/Squelette.css'
import './saisie.css'
import './sections.css'
import './champs.css'
import './grille.css'
import './controles.css'
import './barre.css'
import './actes.css'
import './ecrans.css'
import './papier.css'

/** A form, open for entry or read only, as its answer's `actions` say; or one of its publications. */
export default function FormulairePage() {
  const { numero = '' } = useParams()
  const [recherche] = useSearchParams()
  const versionDiffusee = Number(recherche.get('versionDiffusee')) || undefined
  const [refus, setRefus] = useState<Refus | null>(null)
  const requete = useFormulaire(numero, { versionDiffusee })
  // The form's own page has its title; without a form there is none.
  if (requete.error && !requete.data) {
    return (
      <Page titre={TEXTES.inaccessible}>
        <Chargement requete={requete}>{() => null}</Chargement>
        <p>
          <Link to={paths.saisies()}>{TEXTES.retour}</Link>
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
    <div className="s-sq" role="status" aria-label={TEXTES.chargement}>
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

/** Open and read-only forms are two openings; a form read only is opened anew when it changes. */
function cleDe(formulaire: Formulaire, versionDiffusee: number | undefined): string {
  const { numero, version } = formulaire
  const suite = estModifiable(formulaire) ? 'saisie' : `lecture-${version}`
  return [numero, libellePeriode(formulaire), versionDiffusee ?? 'courante', suite].join(' ')
}
