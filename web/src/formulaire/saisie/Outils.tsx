import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Vue } from './useVue.ts'

type Props = {
  formulaire: Formulaire
  versionDiffusee: number | undefined
  vue: Vue
  surHistorique: () => void
}

/** How to look at the report, on the title's line; folded under one button on a small screen. */
export function Outils({ formulaire, versionDiffusee, vue, surHistorique }: Props) {
  const [deplies, setDeplies] = useState(false)
  const id = useId()
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
          {TEXTES.outils}
        </BoutonAction>
      </span>
      <div id={id} className={`s-outils-titre s-ecran${deplies ? ' s-deplies' : ''}`}>
        <Versions {...{ formulaire, versionDiffusee }} />
        <Link to={paths.saisies(formulaire)}>{TEXTES.retour}</Link>
        {!vue.revue && (
          <BoutonAction size="small" onClick={() => vue.changer({ vue: vue.tout ? null : 'tout' })}>
            {vue.tout ? TEXTES.parSection : TEXTES.toutVoir}
          </BoutonAction>
        )}
        {formulaire.actions.includes('historique') && (
          <BoutonAction size="small" icone="historique" onClick={surHistorique}>
            {TEXTES.historique}
          </BoutonAction>
        )}
        <BoutonAction size="small" onClick={() => imprimer(vue)}>
          {TEXTES.imprimer}
        </BoutonAction>
      </div>
    </>
  )
}

/** Prints the whole form, whatever section is shown. */
function imprimer(vue: Vue): void {
  vue.changer({ vue: 'tout' })
  // All the sections must be on the page before the browser takes its picture.
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
      {TEXTES.versionsDiffusees}
      <select
        value={versionDiffusee ?? ''}
        onChange={({ currentTarget }) => choisir(currentTarget.value)}
      >
        <option value="">{TEXTES.versionCourante}</option>
        {Array.from({ length: nombre }, (_, rang) => nombre - rang).map((n) => (
          <option key={n} value={n}>
            {TEXTES.versionNumero(n)}
          </option>
        ))}
      </select>
    </label>
  )
}
