import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import { formatPart } from '../ui/format.ts'
import { Invisible } from '../ui/Invisible.tsx'
import { textesPublic } from './public.textes.ts'
import { Section } from './Section.tsx'
import './annee.css'

type Etat = keyof typeof textesPublic.annee.etats

const ETATS: Record<string, Etat> = { t: 'recu', h: 'horsDelai', n: 'manquant' }

/** An example year: a letter a month (à temps, hors délai, non reçu); what is missing is to come. */
const STRUCTURES: readonly (readonly [code: string, mois: string])[] = [
  ['CAU-R01-01', 'tttttttttt'],
  ['POUP-R01-01', 'ttthtttttt'],
  ['MAC-R01-01', 'tttttttthn'],
  ['CPOLY-R02-01', 'tthtttthtt'],
  ['ORPH-R02-01', 'tttttnnttt'],
  ['CPEN-R03-01', 'tttttttttt'],
  ['CADS-R03-01', 'tttthttttt'],
  ['CSOC-R06-01', 'hnnhhttnnn'],
]

const etatDe = (lettre: string | undefined): Etat => ETATS[lettre ?? ''] ?? 'avenir'
const nombreDe = (mois: string, lettre: string) => mois.split(lettre).length - 1

/** A month's box: told apart by its shape as well as by its colour. It takes the size it is given. */
function Carre({ etat }: { etat: Etat }) {
  return (
    <svg
      className={`pub-carre pub-carre-${etat}`}
      viewBox="0 0 20 20"
      preserveAspectRatio="none"
      focusable="false"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="18" height="18" />
      {etat === 'horsDelai' && <path className="plein" d="M1 1v18h18z" />}
      {etat === 'manquant' && <path d="M1 1l18 18M19 1 1 19" />}
    </svg>
  )
}

function Mois({ mois }: { mois: string }) {
  return (
    <span className="pub-annee-mois">
      {MOIS.map((nom, rang) => (
        <Carre key={nom} etat={etatDe(mois[rang])} />
      ))}
    </span>
  )
}

/** What is heard of a row: the squares, counted. */
function Compte({ mois, visible = false }: { mois: string; visible?: boolean }) {
  const compte = textesPublic.annee.ligne(
    nombreDe(mois, 't'),
    nombreDe(mois, 'h'),
    nombreDe(mois, 'n'),
  )
  return visible ? <bdi>{compte}</bdi> : <Invisible>{compte}</Invisible>
}

const completude = (mois: string) => formatPart(1 - nombreDe(mois, 'n') / mois.length)

function Lignes() {
  const tout = STRUCTURES.map(([, mois]) => mois).join('')
  return (
    <>
      <tbody>
        {STRUCTURES.map(([code, mois]) => (
          <tr key={code}>
            <th scope="row">{code}</th>
            <td>
              <Mois mois={mois} />
              <Compte mois={mois} />
            </td>
            <td className="pub-part">
              <bdi>{completude(mois)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{textesPublic.annee.ensemble}</th>
          <td>
            <Compte mois={tout} visible />
          </td>
          <td className="pub-part">
            <bdi>{completude(tout)}</bdi>
          </td>
        </tr>
      </tfoot>
    </>
  )
}

function Matrice() {
  const { legende, structure, periode, part, etats } = textesPublic.annee
  return (
    <figure className="pub-annee">
      <table>
        <caption className="ui-invisible">{legende}</caption>
        <thead>
          <tr>
            <th scope="col">{structure}</th>
            <th scope="col">
              <Invisible>{periode}</Invisible>
              <span className="pub-annee-mois" aria-hidden="true">
                {MOIS.map((nom) => (
                  <span key={nom}>{LIBELLES_MOIS[nom].slice(0, 1)}</span>
                ))}
              </span>
            </th>
            <th scope="col" className="pub-part">
              {part}
            </th>
          </tr>
        </thead>
        <Lignes />
      </table>
      <figcaption>
        {(['recu', 'horsDelai', 'manquant', 'avenir'] as const).map((etat) => (
          <span key={etat}>
            <Carre etat={etat} />
            {etats[etat]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The home picture of the directorate: structures by months. */
export function Annee() {
  const { titre, chapeau, points } = textesPublic.annee
  return (
    <Section titre={titre} chapeau={chapeau} className="pub-chapitre-figure">
      <Matrice />
      <dl className="pub-definitions">
        {points.map(([terme, sens]) => (
          <div key={terme}>
            <dt>{terme}</dt>
            <dd>{sens}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
