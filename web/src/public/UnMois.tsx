import { libellePeriode } from '@releve/contract/mois.ts'
import { formatDate } from '../ui/format.ts'
import type { Deroulement, Etape } from './etapes.ts'
import { Frise } from './Frise.tsx'
import { textes } from './public.textes.ts'
import { Section } from './Section.tsx'
import './mois.css'

/** « 5 novembre » : the year is in the heading. */
const jourMois = (jour: string) => formatDate(jour).replace(/\s\d{4}$/, '')

function quand({ cle, jour }: Etape): string {
  const { dates } = textes.unMois
  if (jour === null) return dates.controles
  if (cle === 'saisie') return dates.saisie(jourMois(jour))
  if (cle === 'soumission') return dates.soumission(jourMois(jour))
  return dates.environ(jourMois(jour))
}

/** How a month goes, on the month that is being collected now. */
export function UnMois(props: { deroulement: Deroulement; jourEcheance: number }) {
  const { deroulement, jourEcheance } = props
  const { titre, chapeau, exemple, etapes, verrou } = textes.unMois
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
