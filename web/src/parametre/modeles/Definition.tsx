import { CLES_FORMULES } from '@releve/contract/modele/cellule.ts'
import { LIBELLES_TRAITS } from '@releve/contract/modele/source.comparer.ts'
import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { textesModele } from './modele.textes.ts'

const t = textesModele.vue

type Partie = {
  cle: string
  place: keyof typeof t.places
  code: string
  libelle: string
  nature: string
  dits: [nom: string, dit: string, formule: boolean][]
}

/** What is said elsewhere in the row, or is no trait. */
const AILLEURS: ReadonlySet<string> = new Set([
  'code',
  'libelle',
  'nature',
  'type',
  'champs',
  'lignes',
  'groupes',
  'colonnes',
])

/** Said in French; a formula as it is written. */
function traitsDe(porteur: object): Partie['dits'] {
  return Object.entries(porteur).flatMap(([cle, dit]): Partie['dits'] => {
    if (AILLEURS.has(cle) || dit === undefined || dit === false) return []
    const nom = LIBELLES_TRAITS[cle] ?? cle
    if (dit === true) return [[nom, t.oui, false]]
    const formule = CLES_FORMULES.some((une) => une === cle)
    return [[nom, Array.isArray(dit) ? dit.join(', ') : String(dit), formule]]
  })
}

function partiesDe(section: SectionSource): Partie[] {
  const places = {
    champs: section.type === 'champs' ? section.champs : [],
    lignes: section.type === 'matrice' ? section.lignes : [],
    groupes: (section.type === 'matrice' && section.groupes) || [],
    colonnes: section.type === 'matrice' || section.type === 'tableau' ? section.colonnes : [],
  }
  return Object.entries(places).flatMap(([place, porteurs]) =>
    porteurs.map((porteur, rang): Partie => {
      const { nature } = porteur
      const codifie = !('code' in porteur)
      return {
        cle: `${place}.${rang}`,
        // The keys of the table above.
        place: place as keyof typeof t.places,
        code: codifie ? porteur.codification : porteur.code,
        libelle: codifie ? t.listeDe(porteur.codification) : porteur.libelle,
        nature: nature ? t.natures[nature] : '—',
        dits: traitsDe(porteur),
      }
    }),
  )
}

function Dits({ dits }: Pick<Partie, 'dits'>) {
  if (dits.length === 0) return '—'
  return (
    <ul className="mdl-dits">
      {dits.map(([nom, dit, formule]) => (
        <li key={nom}>
          {nom}&nbsp;: {formule ? <code>{dit}</code> : dit}
        </li>
      ))}
    </ul>
  )
}

const COLONNES: Colonne<Partie>[] = [
  { cle: 'sorte', titre: t.colonnes.sorte, rendu: ({ place }) => t.places[place] },
  { cle: 'code', titre: t.colonnes.code, rendu: ({ code }) => <code>{code}</code> },
  { cle: 'libelle', titre: t.colonnes.libelle, entete: true, rendu: ({ libelle }) => libelle },
  { cle: 'nature', titre: t.colonnes.nature, rendu: ({ nature }) => nature },
  { cle: 'regles', titre: t.colonnes.regles, rendu: ({ dits }) => <Dits dits={dits} /> },
]

/** A draft may say a code twice: its parts are told apart by their ranks. */
const numeroter = <Dit,>(dits: readonly Dit[]) =>
  dits.map((dit, rang) => ({ cle: String(rang), dit }))

/** All that a model says, as its author wrote it: sections and their parts, then controls. */
export function Definition({ source }: { source: ModeleSource }) {
  return (
    <div className="mdl-definition">
      <h2>{t.sections}</h2>
      {numeroter(source.sections).map(({ cle, dit: section }) => {
        const parties = partiesDe(section)
        const dits = traitsDe(section)
        return (
          <details key={cle} className="mdl-section">
            <summary>
              <strong>{section.libelle}</strong> <span className="mdl-code">{section.code}</span>{' '}
              <span className="mdl-gris">{t.types[section.type]}</span>
            </summary>
            {dits.length > 0 && <Dits dits={dits} />}
            {parties.length > 0 && (
              <Tableau
                legende={section.libelle}
                colonnes={COLONNES}
                lignes={parties}
                cleDe={(partie) => partie.cle}
              />
            )}
          </details>
        )
      })}
      <h2>{t.controles}</h2>
      {source.controles.length === 0 && <p>{t.aucunControle}</p>}
      <ul className="mdl-controles">
        {numeroter(source.controles).map(
          ({ cle, dit: { code, niveau, formule, message, pourChaque } }) => (
            <li key={cle}>
              <strong>{code}</strong> <span className="mdl-gris">{t.niveaux[niveau]}</span>
              <p>{message}</p>
              <code>{formule}</code>
              {pourChaque && (
                <p className="mdl-gris">
                  {t.pourChaque}&nbsp;: {pourChaque.map(nommer).join(', ')}
                </p>
              )}
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

type Valeur = NonNullable<ModeleSource['controles'][number]['pourChaque']>[number]

const nommer = (valeur: Valeur): string => {
  if (typeof valeur === 'string') return valeur
  return 'codification' in valeur ? t.listeDe(valeur.codification) : valeur.libelle
}
