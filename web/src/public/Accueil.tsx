import { CALENDRIER_PAR_DEFAUT } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { AnnuairePublie } from '@releve/contract/systeme/systeme.api.ts'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { formatDate, formatNombre } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Accroche } from './Accroche.tsx'
import { Annee } from './Annee.tsx'
import { estNotice, useAncre } from './ancre.ts'
import { type Configuration, useConfiguration } from './configuration.ts'
import { deroulementDe } from './etapes.ts'
import { questions, textesPublic } from './public.textes.ts'

import { Section } from './Section.tsx'
import { Surete } from './Surete.tsx'
import { UnMois } from './UnMois.tsx'
import './accueil.css'
import './faq.css'

// Who only looks does not wait for it.
const Donnees = lazy(() => import('./Donnees.tsx'))

const INCONNU = '—'

type Props = { configuration: Configuration | null; jourEcheance: number }

function Fiche({ configuration, jourEcheance }: Props) {
  const { organisation, pays, periodicite, echeance, jour, version } = textesPublic.apropos.fiche
  const lignes: (readonly [string, string])[] = [
    [organisation, configuration?.organisation ?? INCONNU],
    periodicite,
    [echeance, jour(jourEcheance === 1 ? '1ᵉʳ' : String(jourEcheance))],
    [version, configuration?.version ?? INCONNU],
  ]
  if (configuration?.pays) lignes.splice(1, 0, [pays, configuration.pays])
  return (
    <dl className="pub-fiche">
      {lignes.map(([terme, valeur]) => (
        <div key={terme}>
          <dt>{terme}</dt>
          <dd>{valeur}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who keeps the register, and what it is. */
function Apropos(props: Props) {
  const { titre, paragraphes, contact } = textesPublic.apropos
  return (
    <Section id="apropos" titre={titre}>
      <div className="pub-apropos">
        <div>
          {paragraphes.map((paragraphe) => (
            <p key={paragraphe}>{paragraphe}</p>
          ))}
          <p>
            <a href={paths.contact}>{contact}</a>
          </p>
        </div>
        <Fiche {...props} />
      </div>
    </Section>
  )
}

/** Questions and answers; each opens by itself, without our help. */
function Faq() {
  const { titre, suite, contact } = textesPublic.faq
  const chapeau = (
    <>
      {suite} <a href={paths.contact}>{contact}</a>.
    </>
  )
  return (
    <Section id="faq" titre={titre} chapeau={chapeau}>
      <div className="pub-faq">
        {questions.map(({ question, reponse }) => (
          <details key={question}>
            <summary>
              <span>{question}</span>
              <Icone nom="chevronBas" taille={18} />
            </summary>
            {reponse.map((paragraphe) => (
              <p key={paragraphe}>{paragraphe}</p>
            ))}
          </details>
        ))}
      </div>
    </Section>
  )
}

/** What each trade gets. */
function PourQui() {
  const { titre, chapeau, profils } = textesPublic.pourQui
  return (
    <Section titre={titre} chapeau={chapeau}>
      <div className="pub-profils">
        {profils.map(({ nom, promesse, points }) => (
          <article key={nom}>
            <h3>{nom}</h3>
            <p>{promesse}</p>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </article>
        ))}
      </div>
    </Section>
  )
}

/** The figures of the last published annuaire. */
function Annuaire({ annuaire }: { annuaire: AnnuairePublie }) {
  const { titre, publie, donnees } = textesPublic.annuaire
  const [ouvert, setOuvert] = useState(false)
  const chapeau = publie(annuaire.titre, annuaire.edition, formatDate(annuaire.publieLe))
  return (
    <Section id="annuaire" titre={titre} chapeau={chapeau}>
      <dl className="pub-chiffres">
        {annuaire.chiffres.map(({ code, libelle, valeur }) => (
          <div key={code}>
            <dt>{libelle}</dt>
            <dd>{formatNombre(valeur)}</dd>
          </div>
        ))}
      </dl>
      <details
        className="pub-suite"
        onToggle={({ currentTarget }) => setOuvert(currentTarget.open)}
      >
        <summary>{donnees}</summary>
        {ouvert && (
          <Suspense>
            <Donnees derniere={annuaire.annee} />
          </Suspense>
        )}
      </details>
    </Section>
  )
}

/** `/#faq` leads there, on arrival too, and the focus with it. */
function useSection(): void {
  const ancre = useAncre()
  const quittee = useRef('')
  useEffect(() => {
    // Out of a notice one comes back where one was.
    const retour = estNotice(quittee.current)
    quittee.current = ancre
    const section = ancre && !retour ? document.getElementById(ancre) : null
    section?.scrollIntoView()
    section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [ancre])
}

/** `/`: what the platform is, for whom, and how a month goes. It reads before any data comes. */
export function Accueil({ titreRef }: { titreRef?: RefObject<HTMLHeadingElement | null> }) {
  useSection()
  const configuration = useConfiguration()
  const calendrier = configuration ?? CALENDRIER_PAR_DEFAUT
  const [arrivee] = useState(() => new Date())
  const maintenant = configuration ? new Date(configuration.maintenant) : arrivee
  const deroulement = deroulementDe(calendrier, maintenant)
  return (
    <>
      <title>{textesPublic.accueil.titre}</title>
      <Accroche periode={deroulement.periode} titreRef={titreRef} />
      <PourQui />
      <UnMois deroulement={deroulement} jourEcheance={calendrier.jourEcheance} />
      <Annee />
      <Surete />
      {configuration?.annuaire && <Annuaire annuaire={configuration.annuaire} />}
      <Apropos configuration={configuration} jourEcheance={calendrier.jourEcheance} />
      <Faq />
    </>
  )
}
