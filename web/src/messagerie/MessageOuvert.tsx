import type {
  ActionMessage,
  Message,
  MessageOuvert as Ouvert,
  PieceDeMessage,
} from '@releve/contract/messagerie/messagerie.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { find } from 'linkifyjs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Echec } from '../ui/Echec.tsx'
import { formatInstant } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { formatTaille } from '../ui/zoneDepot.textes.ts'
import { createCle } from './cle.ts'
import { destinatairesDe } from './destinataires.ts'
import { Etoile } from './Etoile.tsx'
import { useMarquerLu, useMessage, useSupprimer, useTelecharger } from './messagerie.queries.ts'
import { textesMessagerie } from './messagerie.textes.ts'

/** Address that opens a mail to this person, with its subject. */
export function lienCourriel(email: string, objet: string): string {
  // The « @ » stays as it is: some mail programs read the address to the letter.
  const adresse = email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${adresse}?subject=${encodeURIComponent(objet)}`
}

/** The addresses that a text may lead to: pages and mail, nothing that runs. */
const PERMISES = /^(?:https?:|mailto:)/i

/** The text of a message, as it is; the addresses in it lead where they say, in another window. */
function Corps({ texte }: { texte: string }) {
  const morceaux: ReactNode[] = []
  let debut = 0
  for (const { href, value, start, end } of find(texte, { defaultProtocol: 'https' })) {
    if (!PERMISES.test(href)) continue
    morceaux.push(
      texte.slice(debut, start),
      <a key={start} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {value}
      </a>,
    )
    debut = end
  }
  morceaux.push(texte.slice(debut))
  return (
    <div className="msg-corps" dir="auto">
      {morceaux}
    </div>
  )
}

const t = textesMessagerie.message
const s = textesMessagerie.suppression

function Fichiers({ documents }: { documents: readonly PieceDeMessage[] }) {
  const telechargement = useTelecharger()
  if (documents.length === 0) return null
  return (
    <ul className="msg-fichiers" aria-label={t.fichiers}>
      {documents.map(({ id, nomOrigine, taille }) => (
        <li key={id}>
          <BoutonAction
            size="small"
            icone="telecharger"
            multiligne
            enCours={telechargement.isPending && telechargement.variables === id}
            onClick={() => telechargement.mutate(id)}
          >
            {t.telecharger(nomOrigine, formatTaille(taille))}
          </BoutonAction>
        </li>
      ))}
    </ul>
  )
}

/** The report that a message is about, open on its cell where it names one. */
function LienFormulaire({ formulaire }: Pick<Message, 'formulaire'>) {
  if (!formulaire) return null
  const { numero, cellule } = formulaire
  const section = cellule?.split('.')[0] ?? ''
  return (
    <p className="msg-rapport">
      <Icone nom="rapport" taille={18} /> {numero}
      {' · '}
      <Link to={cellule ? paths.saisieCase(numero, section, cellule) : paths.saisie(numero)}>
        {cellule ? t.ouvrirCase(cellule) : t.ouvrirRapport}
      </Link>
    </p>
  )
}

/** Each report that the message speaks of: its form, or where one begins it. */
function FormulairesCites({ formulairesCites }: Pick<Message, 'formulairesCites'>) {
  return (
    <ul className="msg-rapports" aria-label={t.rapports}>
      {formulairesCites.map(({ structure, modele, mois, annee, moisCouverts, numero }) => {
        const filtres = { mois, annee: String(annee), modele, q: structure }
        return (
          <li key={`${structure} ${modele} ${annee} ${mois}`}>
            <Link to={numero ? paths.saisie(numero) : paths.saisiesStructures(filtres)}>
              {t.nomRapport(modele, libellePeriode({ mois, annee }, moisCouverts), structure)}
            </Link>
            {!numero && ` ${t.nonCommence}`}
          </li>
        )
      })}
    </ul>
  )
}

const quiEcrit = ({ expediteur: { nomAffichable, structure, email } }: Message): string =>
  [nomAffichable, structure?.libelle, email].filter(Boolean).join(' – ')

/** One message of the conversation: who, to whom, when, its text. */
function Lettre({ message, lus }: { message: Message; lus?: ReactNode }) {
  const { colonnes: c } = textesMessagerie
  return (
    <article className="msg-lettre" aria-label={`${message.objet}, ${quiEcrit(message)}`}>
      <dl className="msg-tete">
        <div>
          <dt>{c.de}</dt>
          <dd dir="auto">{quiEcrit(message)}</dd>
        </div>
        {!message.automatique && (
          <div>
            <dt>{c.a}</dt>
            <dd dir="auto">{destinatairesDe(message)}</dd>
          </div>
        )}
        <div>
          <dt>{t.le}</dt>
          <dd>
            {formatInstant(message.envoyeLe)}
            {lus}
          </dd>
        </div>
      </dl>
      {message.automatique && <p className="msg-note">{t.automatique}</p>}
      <Corps texte={message.corps} />
      {message.formulairesCites.length > 0 ? (
        <FormulairesCites formulairesCites={message.formulairesCites} />
      ) : (
        <LienFormulaire formulaire={message.formulaire} />
      )}
      <Fichiers documents={message.documents} />
    </article>
  )
}

function Suppression({ id, onFermer }: { id: number; onFermer: () => void }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useSupprimer()
  const supprimer = () =>
    mutate([id], { onSuccess: () => void navigate(paths.messagerie(), { replace: true }) })
  return (
    <Confirmation
      titre={s.titre}
      fermer={s.fermer}
      bouton={s.supprimer}
      enCours={isPending}
      onAgir={() => !isPending && supprimer()}
      onFermer={onFermer}
    >
      <Echec echec={error} titre={s.echec} />
      <p>{s.texte}</p>
    </Confirmation>
  )
}

/** What one may do with it: the server says. */
function Barre({ ouvert: { message, actions } }: { ouvert: Ouvert }) {
  const navigate = useNavigate()
  const [question, setQuestion] = useState(false)
  const lecture = useMarquerLu()
  const id = String(message.id)
  const ecrire = (suite: Record<string, string>) =>
    void navigate(paths.messagerie({ ecrire: createCle(), ...suite }))
  const actes: Record<ActionMessage, () => void> = {
    repondre: () => ecrire({ reponse: id }),
    repondreATous: () => ecrire({ reponse: id, tous: '1' }),
    transferer: () => ecrire({ transfert: id }),
    supprimer: () => setQuestion(true),
  }
  const { email } = message.expediteur
  const reponse = textesMessagerie.ecrire.re(message.objet)
  return (
    <>
      <Actes>
        {email && (
          <a
            className="ui-bouton ui-bouton-contained ui-bouton-medium"
            href={lienCourriel(email, reponse)}
          >
            {t.parCourriel}
          </a>
        )}
        {actions.map((action) => (
          <BoutonAction
            key={action}
            variant={action === 'repondre' ? 'contained' : 'outlined'}
            onClick={actes[action]}
          >
            {t.actions[action]}
          </BoutonAction>
        ))}
        {!message.envoye && (
          <BoutonAction
            onClick={() =>
              lecture.mutate(
                { id: message.id, lu: false },
                { onSuccess: () => void navigate(paths.messagerie()) },
              )
            }
          >
            {t.marquerNonLu}
          </BoutonAction>
        )}
        <BoutonAction onClick={() => window.print()}>{t.imprimer}</BoutonAction>
      </Actes>
      {question && <Suppression id={message.id} onFermer={() => setQuestion(false)} />}
    </>
  )
}

/** Marks it read once it shows. */
function useLecture({ message: { id, envoye, luLe } }: Ouvert) {
  const { mutate } = useMarquerLu()
  const aLire = !envoye && luLe === null
  const vu = useRef<number | null>(null)
  useEffect(() => {
    if (!aLire || vu.current === id) return
    vu.current = id
    mutate({ id, lu: true })
  }, [aLire, id, mutate])
}

function Conversation({ ouvert }: { ouvert: Ouvert }) {
  const { message, fil, lus } = ouvert
  useLecture(ouvert)
  const autres = fil.filter(({ id }) => id !== message.id)
  return (
    <>
      <Lettre
        message={message}
        lus={lus !== null && <span className="msg-note"> · {t.lus(lus, message.nombre)}</span>}
      />
      <div className="msg-actes">
        <Barre ouvert={ouvert} />
      </div>
      {autres.length > 0 && (
        <section aria-labelledby="msg-fil">
          <h2 id="msg-fil">{t.fil}</h2>
          {autres.map((autre) => (
            <Lettre key={autre.id} message={autre} />
          ))}
        </section>
      )}
    </>
  )
}

/** A message, with its conversation. */
export default function MessageOuvert({ id }: { id: number }) {
  const requete = useMessage(id)
  const [params] = useSearchParams()
  const retour = new URLSearchParams(params)
  retour.delete('message')
  const objet = requete.data?.message.objet
  return (
    <Page
      titre={objet ? `${objet} – ${textesMessagerie.titre}` : textesMessagerie.titre}
      entete={
        <>
          {requete.data && <Etoile message={requete.data.message} />}
          {objet ?? textesMessagerie.titre}
        </>
      }
      className="msg-page"
      actions={
        <span className="msg-ecran">
          <Retour to={paths.messagerie(Object.fromEntries(retour))}>{t.retour}</Retour>
        </span>
      }
    >
      <Chargement requete={requete}>
        {(ouvert) => <Conversation key={id} ouvert={ouvert} />}
      </Chargement>
    </Page>
  )
}
