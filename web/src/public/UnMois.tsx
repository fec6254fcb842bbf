import { libellePeriode } from '@releve/contract/mois.ts'
import { formatDate } from '../ui/format.ts'
import type { Deroulement, Etape } from './etapes.ts'
import { textesPublic } from './public.textes.ts'
import { Section } from './Section.tsx'
import './mois.css'

const LARGEUR = 1200
const HAUTEUR = 128
const AXE = 34
/** A step's column begins at its rule, half a dot inside. */
const RETRAIT = 6

const pourcent = (place: number) => `${(place * 100).toFixed(3)}%`

/** From the day on the axis, down to the head of the step's column. */
function filDe(x: number, colonne: number): string {
  const pli = AXE + (HAUTEUR - AXE) * 0.55
  return `M${x} ${AXE}C${x} ${pli} ${colonne} ${pli} ${colonne} ${HAUTEUR}`
}

function Graduations({ jours }: Pick<Deroulement, 'jours'>) {
  const total = jours[0] + jours[1]
  const traits = Array.from({ length: total + 1 }, (_, rang) => {
    const jour = rang < jours[0] ? rang + 1 : rang - jours[0] + 1
    const haut = jour === 1 || rang === total ? 22 : jour % 5 === 0 ? 10 : 6
    return `M${((rang * LARGEUR) / total).toFixed(1)} ${AXE}v-${haut}`
  })
  return <path className="pub-frise-jours" d={traits.join('')} />
}

/** Its word stands before the day where none would hold after it, however widely it is spaced. */
const placerJour = (place: number) =>
  place > 0.8
    ? { 'data-fin': '', style: { insetInlineEnd: pourcent(1 - place) } }
    : { style: { insetInlineStart: pourcent(place) } }

/** The two months as a graduated rule; it draws what the list below tells. */
function Frise({ deroulement }: { deroulement: Deroulement }) {
  const { etapes, jours, periode, suivant, aujourdhui } = deroulement
  const echeance = etapes.find(({ cle }) => cle === 'soumission')
  const x = (place: number) => Number((RETRAIT + place * (LARGEUR - RETRAIT)).toFixed(1))
  const milieu = jours[0] / (jours[0] + jours[1])
  return (
    <div className="pub-frise" aria-hidden="true">
      <span style={{ insetInlineStart: 0 }}>{libellePeriode(periode)}</span>
      <span style={{ insetInlineStart: pourcent(milieu) }}>{libellePeriode(suivant)}</span>
      {aujourdhui !== null && (
        <span className="pub-frise-jour" {...placerJour(aujourdhui)}>
          {textesPublic.unMois.aujourdhui}
        </span>
      )}
      <svg viewBox={`0 0 ${LARGEUR} ${HAUTEUR}`} focusable="false">
        <Graduations jours={jours} />
        <path className="pub-frise-axe" d={`M0 ${AXE}H${LARGEUR}`} />
        <path className="pub-frise-saisie" d={`M${RETRAIT} ${AXE}H${x(echeance?.place ?? 0)}`} />
        {etapes.map(({ cle, place }, rang) => (
          <path
            key={cle}
            className="pub-frise-fil"
            d={filDe(x(place), RETRAIT + (rang * LARGEUR) / etapes.length)}
          />
        ))}
        {etapes.map(({ cle, place }) => (
          <circle key={cle} cx={x(place)} cy={AXE} r={RETRAIT} />
        ))}
      </svg>
    </div>
  )
}

/** « 5 novembre » : the year is in the heading. */
const jourMois = (jour: string) => formatDate(jour).replace(/\s\d{4}$/, '')

function quand({ cle, jour }: Etape): string {
  const { dates } = textesPublic.unMois
  if (jour === null) return dates.controles
  if (cle === 'saisie') return dates.saisie(jourMois(jour))
  if (cle === 'soumission') return dates.soumission(jourMois(jour))
  return dates.environ(jourMois(jour))
}

/** How a month goes, on the month that is being collected now. */
export function UnMois(props: { deroulement: Deroulement; jourEcheance: number }) {
  const { deroulement, jourEcheance } = props
  const { titre, chapeau, exemple, etapes, verrou } = textesPublic.unMois
  const mois = libellePeriode(deroulement.periode)
  const jour = jourEcheance === 1 ? '1ᵉʳ' : String(jourEcheance)
  return (
    <Section
      id="fonctionnement"
      large
      titre={titre}
      chapeau={`${chapeau(jour)} ${exemple(mois)}`}
      className="pub-mois"
    >
      <Frise deroulement={deroulement} />
      <ol className="pub-etapes">
        {deroulement.etapes.map((etape) => (
          <li key={etape.cle}>
            <h3>{etapes[etape.cle].nom}</h3>
            <p className="pub-quand">{quand(etape)}</p>
            <p>{etapes[etape.cle].texte}</p>
          </li>
        ))}
      </ol>
      <p className="pub-note">{verrou(mois, formatDate(deroulement.verrou))}</p>
    </Section>
  )
}
