import type { ChampContact } from '@releve/contract/contact/contact.champs.ts'
import { type SyntheticEvent, useRef, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Invisible } from '../ui/Invisible.tsx'
import { apresAppui } from './appui.ts'
import { Bilan } from './Bilan.tsx'
import { textes } from './contact.textes.ts'
import { annonceDe, compteurDe, fautesDe, resteDe, type Saisie, VIDE } from './contact.ts'
import { useEnvoi } from './useEnvoi.ts'

type Touches = Partial<Record<ChampContact, boolean>>
const TOUS: Touches = { nom: true, email: true, objet: true, message: true }

/** A field for robots alone: out of sight, out of the tab order, unknown to screen readers. */
function Piege() {
  return (
    <div className="ctc-piege" aria-hidden="true">
      <label>
        {textes.piege}
        <input name="site" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

function Compteur({ message }: { message: string }) {
  const reste = resteDe(message)
  return (
    <>
      <p className={reste < 0 ? 'ctc-compteur ctc-compteur-trop' : 'ctc-compteur'}>
        {compteurDe(reste)}
      </p>
      <Invisible role="status">{annonceDe(reste)}</Invisible>
    </>
  )
}

/** What was typed, which fields tell their fault, and how many times one has tried to send. */
function useSaisie() {
  const [saisie, setSaisie] = useState<Saisie>(VIDE)
  const [touches, setTouches] = useState<Touches>({})
  const [essais, setEssais] = useState(0)
  const fautes = fautesDe(saisie)
  return {
    saisie,
    fautes,
    essais,
    essayer: () => {
      setTouches(TOUS)
      setEssais((avant) => avant + 1)
      return fautes.length === 0
    },
    lier: (champ: ChampContact) => ({
      libelle: textes.champs[champ],
      aide: textes.aides[champ],
      name: champ,
      required: true,
      value: saisie[champ],
      onChange: (evenement: { target: { value: string } }) =>
        setSaisie((avant) => ({ ...avant, [champ]: evenement.target.value })),
      // Passing through an empty field is no fault yet.
      onBlur: () => {
        if (saisie[champ] === '') return
        apresAppui(() => setTouches((avant) => ({ ...avant, [champ]: true })))
      },
      erreur: (touches[champ] && fautes.find((faute) => faute.champ === champ)?.faute) || null,
    }),
  }
}

type Props = {
  onReussite: (envoye: { libelle: string; email: string }) => void
  /** Takes the place of a confirmation: its first field takes the focus. */
  suite: boolean
}

/** The visitor's message. Whatever fails, what was typed stays. */
export function ContactForm({ onReussite, suite }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { saisie, fautes, essais, essayer, lier } = useSaisie()
  const envoi = useEnvoi()

  const soumettre = async (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    if (envoi.enCours) return
    if (!essayer() || !form.current) return
    const site = new FormData(form.current).get('site')
    const libelle = await envoi.envoyer({ ...saisie, site: typeof site === 'string' ? site : '' })
    if (libelle !== null) onReussite({ libelle, email: saisie.email.trim() })
  }
  const aller = (champ: ChampContact) => {
    const element = form.current?.elements.namedItem(champ)
    if (element instanceof HTMLElement) element.focus()
  }

  return (
    <form
      className="ctc-form"
      noValidate
      ref={form}
      onSubmit={(evenement) => void soumettre(evenement)}
    >
      <Bilan fautes={essais > 0 ? fautes : []} essais={essais} envoi={envoi} onAller={aller} />
      <p className="ctc-note">{textes.obligatoires}</p>
      <ChampTexte {...lier('nom')} autoComplete="name" ref={suite ? prendreLeFocus : undefined} />
      <ChampTexte {...lier('email')} type="email" autoComplete="email" spellCheck={false} />
      <ChampTexte {...lier('objet')} autoComplete="off" />
      <div>
        <ChampTexteLong {...lier('message')} rows={8} />
        <Compteur message={saisie.message} />
      </div>
      <Piege />
      <div>
        <BoutonAction
          type="submit"
          variant="contained"
          size="large"
          icone="envoi"
          enCours={envoi.enCours}
        >
          {envoi.enCours ? textes.enCours : textes.envoyer}
        </BoutonAction>
      </div>
    </form>
  )
}
