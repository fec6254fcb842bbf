import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { formatDate } from '../../ui/format.ts'
import { EtatBadge } from '../EtatBadge.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Vue } from './useVue.ts'

type Props = {
  formulaire: Formulaire
  versionDiffusee: number | undefined
  vue: Vue
  surHistorique: () => void
}

/** Whose report, which model and month, in which state; and how to look at it. */
export function EnTete({ formulaire, versionDiffusee, vue, surHistorique }: Props) {
  const { modele, structure, numero, etat, horsDelai, echeance, actions } = formulaire
  const ouvert = actions.includes('modifier')
  return (
    <div className="s-entete">
      <p>
        <strong>{structure.libelle}</strong>
        <span>{modele.libelle}</span>
      </p>
      <ul className="s-fiche">
        {/* While entering, the bar below holds the state and the due date, always in sight. */}
        <li className={ouvert ? 's-papier' : undefined}>
          <EtatBadge etat={etat} />
        </li>
        <li>{TEXTES.numeroDe(numero)}</li>
        <li className={ouvert ? 's-papier' : undefined}>
          {TEXTES.echeance} {formatDate(echeance)}
        </li>
        {horsDelai && <li>{TEXTES.horsDelai}</li>}
      </ul>
      <div className="s-outils s-ecran">
        <Link to={paths.saisies(formulaire)}>{TEXTES.retour}</Link>
        {!vue.revue && (
          <BoutonAction size="small" onClick={() => vue.changer({ vue: vue.tout ? null : 'tout' })}>
            {vue.tout ? TEXTES.parSection : TEXTES.toutVoir}
          </BoutonAction>
        )}
        {actions.includes('historique') && (
          <BoutonAction size="small" icone="historique" onClick={surHistorique}>
            {TEXTES.historique}
          </BoutonAction>
        )}
        <BoutonAction size="small" onClick={() => imprimer(vue)}>
          {TEXTES.imprimer}
        </BoutonAction>
        <Versions {...{ formulaire, versionDiffusee }} />
      </div>
    </div>
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
  if (nombre === 0) return null
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
