import { type Notices, noticesApi } from '@releve/contract/systeme/notices.api.ts'
import { useEffect, useState } from 'react'
import { envoyer } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { Dialogue } from '../ui/Dialogue.tsx'
import { quitterAncre } from './ancre.ts'
import { useConfiguration } from './configuration.ts'
import type { Valeur } from './fiches.ts'
import { legal, type NomNotice, type Partie, notices as textesDes } from './legal.textes.ts'
import './notice.css'

/** What the notices say of whoever runs the platform; `null` until it is known. */
type Lecture = { notices: Notices | null; echec: boolean; relire: () => void }

/** Read anew by each notice that opens: what the administration has just given is there. */
function useNotices(): Lecture {
  const [notices, setNotices] = useState<Notices | null>(null)
  const [echec, setEchec] = useState(false)
  const [lire] = useState(() => (signal?: AbortSignal) => {
    setEchec(false)
    envoyer(noticesApi.lireNotices, { signal }).then(setNotices, () => {
      if (!signal?.aborted) setEchec(true)
    })
  })
  useEffect(() => {
    const abandon = new AbortController()
    lire(abandon.signal)
    return () => abandon.abort()
  }, [lire])
  return { notices, echec, relire: () => lire() }
}

/** What is not known is not said missing: it is being read, or could not be. */
function Dite({ valeur, echec }: { valeur: Valeur; echec: boolean }) {
  if (valeur === undefined) {
    return <span className="pub-attente">{echec ? legal.illisible : legal.attente}</span>
  }
  if (valeur === null) return <em className="pub-absent">{legal.absent}</em>
  if (typeof valeur === 'string') return valeur
  return valeur.map(({ texte, href }) => (
    <span key={texte} className="pub-ligne">
      {href ? <a href={href}>{texte}</a> : texte}
    </span>
  ))
}

type Rang = { premiere: boolean; echec: boolean }

function Section({ premiere, echec, titre, paragraphes, fiches, points }: Partie & Rang) {
  return (
    <section>
      {/* Read from its beginning: the focus must not start at the link below. */}
      <h3 tabIndex={-1} data-focus={premiere || undefined}>
        {titre}
      </h3>
      {paragraphes?.map((texte) => (
        <p key={texte}>{texte}</p>
      ))}
      {fiches && (
        <dl className="pub-fiches">
          {fiches.map(([terme, valeur]) => (
            <div key={terme}>
              <dt>{terme}</dt>
              <dd>
                <Dite valeur={valeur} echec={echec} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {points && (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const manque = (parties: readonly Partie[]) =>
  parties.some(({ fiches }) => fiches?.some(([, valeur]) => valeur === null))

/** While a notice is open the page is called by it; then by its own name again. */
function useTitreDeNotice(titre: string): void {
  useEffect(() => {
    const avant = document.title
    document.title = legal.page(titre)
    return () => {
      document.title = avant
    }
  }, [titre])
}

/** A legal notice over the public page. What the administration has not given, it says so. */
export function DialogueNotice({ nom }: { nom: NomNotice }) {
  const version = useConfiguration()?.version ?? ''
  const { notices, echec, relire } = useNotices()
  const { titre, parties } = textesDes[nom]({ notices, version })
  useTitreDeNotice(titre)
  return (
    <Dialogue
      ouvert
      titre={titre}
      largeur="md"
      onFermer={quitterAncre}
      actions={
        <button type="button" className="ui-bouton ui-bouton-contained" onClick={quitterAncre}>
          {legal.fermer}
        </button>
      }
    >
      <div className="pub-notice">
        {echec && (
          <p role="alert" className="pub-echec">
            {legal.echec}{' '}
            <button type="button" className="ui-bouton ui-bouton-outlined" onClick={relire}>
              {legal.relire}
            </button>
          </p>
        )}
        {parties.map((partie, rang) => (
          <Section key={partie.titre} premiere={rang === 0} echec={echec} {...partie} />
        ))}
        <p>
          {manque(parties) && `${legal.surDemande} `}
          <a href={paths.contact}>{legal.contact}</a>
        </p>
      </div>
    </Dialogue>
  )
}
