import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAffichage } from '../../app/affichage.ts'
import { differer } from '../../app/differe.tsx'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { ExportTableur } from '../../ui/ExportTableur.tsx'
import { exporterFormulaire } from '../formulaire.queries.ts'
import { basculerDensite, basculerPleine } from './ampleur.ts'
import { useExercice } from './exercice.ts'
import { textesSaisie } from './saisie.textes.ts'
import type { Vue } from './useVue.ts'

const useRecepisses = differer<{ numero: string }>(async () => ({
  default: (await import('./Recepisses.tsx')).Recepisses,
}))

type Props = {
  formulaire: Formulaire
  versionDiffusee: number | undefined
  vue: Vue
  surHistorique: () => void
  surPieces: () => void
  /** Null where nothing is entered. */
  surClasseur: (() => void) | null
}

/** How to look at the report, on the title's line; folded under one button on a small screen. */
export function Outils(props: Props) {
  const { formulaire, versionDiffusee, vue, surHistorique, surPieces, surClasseur } = props
  const recepisses = useRecepisses(formulaire)
  const [deplies, setDeplies] = useState(false)
  const id = useId()
  const exercice = useExercice()
  return (
    <>
      <span className="s-bascule-outils s-ecran">
        <BoutonAction
          size="small"
          icone={deplies ? 'chevronBas' : 'chevronDroit'}
          aria-expanded={deplies}
          aria-controls={id}
          onClick={() => setDeplies(!deplies)}
        >
          {textesSaisie.outils}
        </BoutonAction>
      </span>
      <div id={id} className={`s-outils-titre s-ecran${deplies ? ' s-deplies' : ''}`}>
        <Versions {...{ formulaire, versionDiffusee }} />
        {!exercice && <Link to={paths.saisies(formulaire)}>{textesSaisie.retour}</Link>}
        {!vue.revue && (
          <BoutonAction size="small" onClick={() => vue.changer({ vue: vue.tout ? null : 'tout' })}>
            {vue.tout ? textesSaisie.parSection : textesSaisie.toutVoir}
          </BoutonAction>
        )}
        <Affichage />
        {/* Both are told within the perimeter only. */}
        {formulaire.actions.includes('historique') && (
          <>
            <BoutonAction size="small" onClick={surPieces}>
              {textesSaisie.pieces}
            </BoutonAction>
            <BoutonAction size="small" icone="historique" onClick={surHistorique}>
              {textesSaisie.historique}
            </BoutonAction>
            {formulaire.soumisLe && (
              <BoutonAction size="small" onClick={recepisses.ouvrir}>
                {textesSaisie.recepisses}
              </BoutonAction>
            )}
          </>
        )}
        {!exercice && <Sortie {...{ formulaire, versionDiffusee, vue, surClasseur }} />}
      </div>
      {recepisses.dialogue}
    </>
  )
}

/** What takes the report elsewhere: a message, a file, paper. */
function Sortie({ formulaire, versionDiffusee, vue, surClasseur }: SortieProps) {
  return (
    <>
      <LienAction
        size="small"
        icone="commentaire"
        to={paths.messagerie({ ecrire: 'nouveau', numero: formulaire.numero })}
        title={textesSaisie.ecrireSurRapport}
        aria-label={textesSaisie.ecrireSurRapport}
      >
        {textesSaisie.ecrire}
      </LienAction>
      <ExportTableur
        pdf={() => exporterFormulaire(formulaire.numero, { format: 'pdf', versionDiffusee })}
        exporter={(format) => exporterFormulaire(formulaire.numero, { format, versionDiffusee })}
      />
      {surClasseur && (
        <BoutonAction size="small" onClick={surClasseur}>
          {textesSaisie.importerClasseur}
        </BoutonAction>
      )}
      <BoutonAction size="small" onClick={() => imprimer(vue)}>
        {textesSaisie.imprimer}
      </BoutonAction>
    </>
  )
}
type SortieProps = Pick<Props, 'formulaire' | 'versionDiffusee' | 'vue' | 'surClasseur'>

const COCHE = { icone: 'coche' } as const

/** How much room the figures have: kept with the settings of display. */
function Affichage() {
  const { pleine, density } = useAffichage()
  const { pleineLargeur, compact } = textesSaisie.affichage
  return (
    <>
      <BoutonAction
        size="small"
        {...(pleine && COCHE)}
        aria-pressed={pleine}
        aria-keyshortcuts="F9"
        onClick={() => basculerPleine(pleine)}
      >
        {pleineLargeur}
      </BoutonAction>
      <BoutonAction
        size="small"
        {...(density === 'compact' && COCHE)}
        aria-pressed={density === 'compact'}
        aria-keyshortcuts="Shift+F9"
        onClick={() => basculerDensite(density)}
      >
        {compact}
      </BoutonAction>
    </>
  )
}

/** Prints the whole form, whatever section is shown; out of its review, which is another page. */
function imprimer(vue: Vue): void {
  if (!vue.revue) {
    window.print()
    return
  }
  vue.changer({ vue: 'tout' })
  // The form must be on the page before the browser takes its picture.
  setTimeout(() => window.print(), 300)
}

type VersionsProps = Pick<Props, 'formulaire' | 'versionDiffusee'>

function Versions({ formulaire, versionDiffusee }: VersionsProps) {
  const [, setRecherche] = useSearchParams()
  const nombre = Math.max(formulaire.versionDiffusee, versionDiffusee ?? 0)
  // Outside its perimeter the last publication is all there is: nothing to choose.
  if (nombre === 0 || !formulaire.actions.includes('historique')) return null
  const choisir = (choix: string) =>
    setRecherche((avant) => {
      if (choix === '') avant.delete('versionDiffusee')
      else avant.set('versionDiffusee', choix)
      return avant
    })
  return (
    <label className="s-versions">
      {textesSaisie.versionsDiffusees}
      <select
        value={versionDiffusee ?? ''}
        onChange={({ currentTarget }) => choisir(currentTarget.value)}
      >
        <option value="">{textesSaisie.versionCourante}</option>
        {Array.from({ length: nombre }, (_, rang) => nombre - rang).map((n) => (
          <option key={n} value={n}>
            {textesSaisie.versionNumero(n)}
          </option>
        ))}
      </select>
    </label>
  )
}
