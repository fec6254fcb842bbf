import { type RefObject, useEffect, useRef, useState } from 'react'
import { Accroche } from './Accroche.tsx'
import { Annee } from './Annee.tsx'
import { Annuaire } from './Annuaire.tsx'
import { Apropos } from './Apropos.tsx'
import { estNotice, useAncre } from './ancre.ts'
import { useConfiguration } from './configuration.ts'
import { CALENDRIER_PAR_DEFAUT, deroulementDe } from './etapes.ts'
import { Faq } from './Faq.tsx'
import { PourQui } from './PourQui.tsx'
import { textes } from './public.textes.ts'
import { Surete } from './Surete.tsx'
import { UnMois } from './UnMois.tsx'
import './accueil.css'

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
      <title>{textes.accueil.titre}</title>
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
