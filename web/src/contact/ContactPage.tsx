import { normaliserChamp } from '@releve/contract/champ.ts'
import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { CHAMPS_CONTACT, type ChampContact } from '@releve/contract/contact/contact.champs.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { EchecApi, envoyer, messageDe } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { formatCompte } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Note } from '../ui/Note.tsx'
import { Page } from '../ui/Page.tsx'
import { type Forme, useSaisie } from '../ui/useSaisie.ts'
import './Contact.css'

const textesContact = {
  titre: 'Contact',
  chapeau:
    'Une question sur la plateforme, un rapport ou vos accès\u202f? Écrivez à la direction centrale.',
  aides: {
    email: 'La réponse y sera envoyée. Exemple\u00a0: nom@domaine.org',
    message: 'N’indiquez aucun nom de personne accueillie.',
  },
  obligatoires: 'Tous les champs sont à remplir.',
  piege: 'Laissez ce champ vide',
  restants: (n: string) => `Il reste ${n}.`,
  depasse: (n: string) => `Votre message dépasse la limite de ${n}.`,
  caractere: 'caractère',
  moinsDe: (n: string) => `Il reste moins de ${n}.`,
  tropLong: 'Votre message est trop long.',
  envoyer: 'Envoyer le message',
  enCours: 'Envoi en cours…',
  reessayer: 'Réessayer',
  fautes: (n: number) =>
    n > 1 ? `Erreur\u00a0: ${n} champs sont à corriger` : 'Erreur\u00a0: un champ est à corriger',
  echec: 'Erreur\u00a0: votre message n’a pas été envoyé',
  coupure: 'Erreur\u00a0: la connexion au service est interrompue',
  reseau:
    'Votre message n’est peut-être pas parti. Rien de ce que vous avez saisi n’est perdu\u00a0: réessayez quand la connexion sera rétablie.',
  reussite: 'Message envoyé',
  reponse: 'La réponse sera envoyée à',
  autreMessage: 'Écrire un autre message',
  accueil: 'Revenir à l’accueil',
  bonASavoir: 'Bon à savoir',
  qui: {
    titre: 'Qui vous répond',
    texte:
      'La direction centrale (DPPS), qui anime la collecte et tient les comptes. Votre message lui parvient aussitôt.',
  },
  delai: {
    titre: 'Sous quel délai',
    texte:
      'Par courriel, à l’adresse que vous indiquez, dès qu’une personne de la direction a lu votre message.',
  },
  jamais: {
    titre: 'Ce qu’il ne faut pas envoyer',
    texte:
      'N’indiquez aucun nom de personne accueillie, ni rien qui permette de la reconnaître. N’écrivez jamais votre mot de passe\u00a0: personne ne vous le demandera.',
  },
  donnees: {
    titre: 'Vos données',
    texte: 'Votre nom et votre adresse servent à vous répondre, et à rien d’autre.',
  },
  avant: 'Avant d’écrire',
  faq: 'Lire les questions fréquentes',
  oubli: 'Demander un nouveau mot de passe',
} as const

const compter = (n: number) => formatCompte(n, textesContact.caractere)

/** How many more characters the message may have; negative when it is too long. */
export function resteDe(saisi: string): number {
  const { message } = CHAMPS_CONTACT
  return message.max - normaliserChamp(message, saisi).length
}

/** What the counter shows. */
export function compteurDe(reste: number): string {
  return reste < 0 ? textesContact.depasse(compter(-reste)) : textesContact.restants(compter(reste))
}

const SEUIL = 500
const PAS = 100

/**
 * What the counter says aloud: nothing while there is room, then a sentence that changes every
 * hundred characters, so that it never talks over what is being typed.
 */
export function annonceDe(reste: number): string {
  if (reste < 0) return textesContact.tropLong
  if (reste >= SEUIL) return ''
  return textesContact.moinsDe(compter((Math.floor(reste / PAS) + 1) * PAS))
}

const VIDE = { nom: '', email: '', objet: '', message: '' }
const AIDES: { readonly [Un in ChampContact]?: string } = textesContact.aides

/** The last failure stands until the next try ends; `echecs` counts them. */
type Envoi = { enCours: boolean; echec: EchecApi | null; echecs: number }

/**
 * Sends a visitor's message: the sentence of thanks, or null when it failed. Without the client of
 * the session and its cache, which `ui/useEnvoi.ts` has: a visitor does not wait for them.
 */
function useMessage() {
  const [envoi, setEnvoi] = useState<Envoi>({ enCours: false, echec: null, echecs: 0 })
  return {
    ...envoi,
    envoyer: async (body: Sent<typeof contactApi.contacter.body>): Promise<string | null> => {
      setEnvoi((avant) => ({ ...avant, enCours: true }))
      try {
        const { libelle } = await envoyer(contactApi.contacter, { body })
        setEnvoi((avant) => ({ ...avant, enCours: false, echec: null }))
        return libelle
      } catch (echec) {
        if (!(echec instanceof EchecApi)) throw echec
        setEnvoi(({ echecs }) => ({ enCours: false, echec, echecs: echecs + 1 }))
        return null
      }
    },
  }
}

/** Brings to the field of this name, in the form where the button stands. */
function allerAuChamp({ currentTarget }: SyntheticEvent<HTMLButtonElement>, nom: string): void {
  const champ = currentTarget.form?.elements.namedItem(nom)
  if (champ instanceof HTMLElement) champ.focus()
}

/** Why the message did not leave: the fields to correct, each a step away, or the failed call. */
function Bilan({ forme: { fautes, essais }, envoi }: { forme: Forme; envoi: Envoi }) {
  if (essais > 0 && fautes.length > 0) {
    return (
      <Alerte
        key={essais}
        sansMarge
        gravite="error"
        titre={textesContact.fautes(fautes.length)}
        ref={prendreLeFocus}
      >
        <ul className="ctc-fautes">
          {fautes.map(({ nom, faute }) => (
            <li key={nom}>
              <button
                type="button"
                className="ctc-lien"
                onClick={(evenement) => allerAuChamp(evenement, nom)}
              >
                <span>{faute}</span>
              </button>
            </li>
          ))}
        </ul>
      </Alerte>
    )
  }
  const { enCours, echec, echecs } = envoi
  if (!echec) return null
  return (
    <Alerte
      key={-echecs}
      sansMarge
      gravite="error"
      titre={echec.estReseau ? textesContact.coupure : textesContact.echec}
      ref={prendreLeFocus}
      action={
        <BoutonAction type="submit" size="small" className="ctc-reprise" enCours={enCours}>
          {enCours ? textesContact.enCours : textesContact.reessayer}
        </BoutonAction>
      }
    >
      {messageDe(echec, textesContact.reseau)}
    </Alerte>
  )
}

/** A field for robots alone: out of sight, out of the tab order, unknown to screen readers. */
function Piege() {
  return (
    <div className="ui-invisible" aria-hidden="true">
      <label>
        {textesContact.piege}
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

type Props = {
  onReussite: (envoye: { libelle: string; email: string }) => void
  /** Takes the place of a confirmation: its first field takes the focus. */
  suite: boolean
}

/** The visitor's message. Whatever fails, what was typed stays. */
function ContactForm({ onReussite, suite }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const forme = useSaisie({ champs: CHAMPS_CONTACT, initiale: VIDE })
  const envoi = useMessage()
  const { saisie } = forme
  // As long as one likes: a counter says what is too much.
  const lier = (nom: ChampContact) => ({
    ...forme.lier(nom),
    aide: AIDES[nom],
    maxLength: undefined,
  })

  const soumettre = async (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    if (envoi.enCours || !forme.controler() || !form.current) return
    const site = new FormData(form.current).get('site')
    const libelle = await envoi.envoyer({ ...saisie, site: typeof site === 'string' ? site : '' })
    if (libelle !== null) onReussite({ libelle, email: saisie.email.trim() })
  }

  return (
    <form
      className="ctc-form"
      noValidate
      ref={form}
      onSubmit={(evenement) => void soumettre(evenement)}
    >
      <Bilan forme={forme} envoi={envoi} />
      <Note>{textesContact.obligatoires}</Note>
      <ChampTexte {...lier('nom')} autoComplete="name" ref={suite ? prendreLeFocus : undefined} />
      <ChampTexte {...lier('email')} autoComplete="email" />
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
          {envoi.enCours ? textesContact.enCours : textesContact.envoyer}
        </BoutonAction>
      </div>
    </form>
  )
}

type MessageEnvoye = { libelle: string; email: string }

function Confirmation({ libelle, email, onAutre }: MessageEnvoye & { onAutre: () => void }) {
  return (
    <section className="ctc-merci" aria-labelledby="ctc-merci-titre">
      <h2 id="ctc-merci-titre" tabIndex={-1} ref={prendreLeFocus}>
        <Icone nom="coche" />
        {textesContact.reussite}
      </h2>
      <p>{libelle}</p>
      <p>
        {textesContact.reponse} <strong>{email}</strong>.
      </p>
      <div className="ctc-suites">
        <LienAction to={paths.accueil} variant="outlined">
          {textesContact.accueil}
        </LienAction>
        <BoutonAction variant="text" onClick={onAutre}>
          {textesContact.autreMessage}
        </BoutonAction>
      </div>
    </section>
  )
}

/** Who answers, how soon, what never to write. */
function BonASavoir() {
  return (
    <aside className="ctc-savoir" aria-labelledby="ctc-savoir-titre">
      <h2 id="ctc-savoir-titre">{textesContact.bonASavoir}</h2>
      <dl>
        {[textesContact.qui, textesContact.delai, textesContact.jamais, textesContact.donnees].map(
          ({ titre, texte }) => (
            <div key={titre}>
              <dt>{titre}</dt>
              <dd>{texte}</dd>
            </div>
          ),
        )}
      </dl>
      <h3>{textesContact.avant}</h3>
      <ul>
        <li>
          <Link to={paths.accueilSection('faq')}>{textesContact.faq}</Link>
        </li>
        <li>
          <Link to={paths.reinitialisation}>{textesContact.oubli}</Link>
        </li>
      </ul>
    </aside>
  )
}

/** `/contact-us`, inside the frame of the public pages. */
export default function ContactPage() {
  const [envoye, setEnvoye] = useState<MessageEnvoye | null>(null)
  const [suite, setSuite] = useState(false)
  const recommencer = () => {
    setSuite(true)
    setEnvoye(null)
  }
  return (
    <Page titre={textesContact.titre} chapeau={textesContact.chapeau}>
      <div className="ctc-colonnes">
        {envoye ? (
          <Confirmation {...envoye} onAutre={recommencer} />
        ) : (
          <ContactForm onReussite={setEnvoye} suite={suite} />
        )}
        <BonASavoir />
      </div>
    </Page>
  )
}
