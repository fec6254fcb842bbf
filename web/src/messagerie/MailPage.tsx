import type { Brouillon, Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { Demander } from '../app/demande.ts'
import { useEnPeril } from '../app/useAttentes.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { parmi, recherche } from '../ui/filtre.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { useReliquats } from './carnet.ts'
import { createCle } from './cle.ts'
import { destinatairesDe } from './destinataires.ts'
import { Etoile } from './Etoile.tsx'
import {
  brouillons,
  concernes,
  exporterMessages,
  brouillon as leBrouillon,
  message as leMessage,
  messages,
  useBrouillons,
  useJeter,
  useMessages,
} from './messagerie.queries.ts'
import { BOITES, type Boite, enSuite, textesMessagerie as t } from './messagerie.textes.ts'
import './messagerie.css'

const MessageOuvert = lazy(() => import('./MessageOuvert.tsx'))
const Composer = lazy(() => import('./Composer.tsx'))

const c = t.colonnes

const q = recherche(t.filtres.recherche)

/** In the place of a key, by a link from elsewhere: the screen draws one. */
const NOUVEAU = 'nouveau'

const PAR_MOTS = question({ filtres: { q }, tris: [] })
const RECUS_DEMANDES = question({
  filtres: { q, nonLus: parmi(['true'] as const, { true: t.filtres.nonLus }, t.filtres.lecture) },
  tris: [],
})

/** The message that is open, the draft where one writes, or the first page of the tab. */
export const demander: Demander = (client, { recherche: adresse }) => {
  const ouvert = Number(adresse.get('message')) || null
  if (adresse.get('ecrire') === NOUVEAU) {
    const numero = adresse.get('numero')
    return numero ? client.prefetchQuery(concernes(numero)) : Promise.resolve()
  }
  const cle = adresse.get('ecrire')
  if (cle) return client.prefetchQuery(leBrouillon(cle))
  if (ouvert) return client.prefetchQuery(leMessage(ouvert))
  const boite = BOITES.find((une) => une === adresse.get('boite')) ?? 'recus'
  const { query } = lireListe(PAR_MOTS, adresse)
  if (boite === 'brouillons') return client.prefetchQuery(brouillons(query))
  if (boite !== 'recus') return client.prefetchQuery(messages(boite, query))
  return client.prefetchQuery(messages('recus', lireListe(RECUS_DEMANDES, adresse).query))
}

function Correspondant({ message }: { message: Message }) {
  const { expediteur, envoye } = message
  if (envoye) return <span className="msg-qui">{t.pourA(destinatairesDe(message))}</span>
  return (
    <span className="msg-qui">
      {expediteur.nomAffichable}
      {expediteur.structure && <Second>{expediteur.structure.libelle}</Second>}
    </span>
  )
}

function Objet({ message }: { message: Message }) {
  const { id, objet, corps, envoye, luLe, documents } = message
  const [params] = useSearchParams()
  const lieu = new URLSearchParams(params)
  lieu.set('message', String(id))
  const nonLu = !envoye && luLe === null
  return (
    <>
      <Link className={nonLu ? 'msg-non-lu' : undefined} to={{ search: lieu.toString() }}>
        {objet}
        {nonLu && <Invisible>{` (${t.nonLu})`}</Invisible>}
      </Link>
      <Second>
        {documents.length > 0 && <span aria-hidden="true">📎 </span>}
        {enSuite(corps)}
      </Second>
    </>
  )
}

const colonnesDe = (titre: string): Colonne<Message>[] => [
  {
    cle: 'important',
    titre: c.important,
    muet: true,
    largeur: 'contenu',
    className: 'msg-place-etoile',
    rendu: (message) => <Etoile message={message} />,
  },
  { cle: 'qui', titre, largeur: 28, rendu: (message) => <Correspondant message={message} /> },
  {
    cle: 'objet',
    titre: c.objet,
    entete: true,
    rendu: (message) => <Objet message={message} />,
  },
  {
    cle: 'le',
    titre: c.le,
    largeur: 'contenu',
    rendu: ({ envoyeLe }) => <Instant le={envoyeLe} />,
  },
]

const cleDe = ({ id }: Message) => String(id)
const commune = { cleDe, icone: 'commentaire', className: 'msg-liste' } as const

export const RECUS = liste({
  ...commune,
  ...RECUS_DEMANDES,
  colonnes: colonnesDe(c.de),
  textes: t.listes.recus,
})
export const ENVOYES = liste({
  ...commune,
  ...PAR_MOTS,
  colonnes: colonnesDe(c.a),
  textes: t.listes.envoyes,
})
export const IMPORTANTS = liste({
  ...commune,
  ...PAR_MOTS,
  colonnes: colonnesDe(c.de),
  textes: t.listes.importants,
})

function Jeter({ cle, objet }: Brouillon) {
  const jet = useJeter()
  return (
    <BoutonAction
      size="small"
      variant="text"
      aria-label={`${t.ecrire.jeter} « ${objet || t.sansObjet} »`}
      enCours={jet.isPending}
      onClick={() => jet.mutate(cle)}
    >
      {t.ecrire.jeter}
    </BoutonAction>
  )
}

const aQui = ({ destinataires, groupes }: Brouillon) =>
  destinatairesDe({ destinataires, groupes, nombre: destinataires.length }) || t.sansDestinataire

export const BROUILLONS = liste({
  ...PAR_MOTS,
  colonnes: [
    {
      cle: 'objet',
      titre: c.objet,
      rendu: ({ cle, objet, corps }: Brouillon) => (
        <>
          <Link className="ui-nom" to={paths.messagerie({ ecrire: cle })}>
            {objet || t.sansObjet}
          </Link>
          <Second>{enSuite(corps.slice(0, 200))}</Second>
        </>
      ),
    },
    { cle: 'qui', titre: c.a, rendu: aQui },
    {
      cle: 'le',
      titre: c.ecrit,
      largeur: 'contenu',
      rendu: ({ modifieLe }: Brouillon) => <Instant le={modifieLe} />,
    },
    {
      cle: 'jeter',
      titre: c.jeter,
      muet: true,
      rendu: (brouillon: Brouillon) => <Jeter {...brouillon} />,
    },
  ],
  cleDe: ({ cle }: Brouillon) => cle,
  textes: t.listes.brouillons,
  icone: 'crayon',
  className: 'msg-liste',
})

function Recus() {
  const filtrage = useListe(RECUS)
  const requete = useMessages('recus', filtrage.query)
  return (
    <>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterMessages('recus', { ...filtrage.criteres, format })}
      />
    </>
  )
}

function Autres({ boite }: { boite: 'envoyes' | 'importants' }) {
  const filtrage = useListe(boite === 'envoyes' ? ENVOYES : IMPORTANTS)
  const requete = useMessages(boite, filtrage.query)
  return (
    <>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterMessages(boite, { ...filtrage.criteres, format })}
      />
    </>
  )
}

function Brouillons() {
  const filtrage = useListe(BROUILLONS)
  const requete = useBrouillons(filtrage.query)
  return (
    <>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterMessages('brouillons', { ...filtrage.criteres, format })}
      />
    </>
  )
}

const LIENS = BOITES.map((cle) => ({
  cle,
  libelle: t.onglets[cle],
  search: cle === 'recus' ? '' : `?boite=${cle}`,
}))

function Contenu({ boite }: { boite: Boite }) {
  if (boite === 'recus') return <Recus />
  if (boite === 'brouillons') return <Brouillons />
  return <Autres key={boite} boite={boite} />
}

/** A message to write begins in a draft of its own, whose key is in the address. */
function Nouveau() {
  return (
    <LienAction to={paths.messagerie({ ecrire: createCle() })} icone="crayon" variant="contained">
      {t.nouveau}
    </LienAction>
  )
}

/** The same address, with a key of its own: to come back to it is to find what was written. */
function Commencer() {
  const [params] = useSearchParams()
  const [cle] = useState(createCle)
  const suite = { ...Object.fromEntries(params), ecrire: cle }
  return <Navigate replace to={paths.messagerie(suite)} />
}

/** What was left before the server had it: it is not in the drafts, and waits to be taken up. */
function Reliquats() {
  const restent = useReliquats()
  const enPeril = useEnPeril()
  if (restent.length === 0) return null
  return (
    <Alerte gravite="warning" titre={t.reliquats.titre}>
      <p>{t.reliquats.aide(enPeril)}</p>
      <ul>
        {restent.map(({ cle, objet }) => (
          <li key={cle}>
            <Link to={paths.messagerie({ ecrire: cle })}>{t.reliquats.reprendre(objet)}</Link>
          </li>
        ))}
      </ul>
    </Alerte>
  )
}

/** `/dashboard/mail`: what one receives and sends; one message, `message`, or one to write, `ecrire`. */
export default function MailPage() {
  const [params] = useSearchParams()
  const boite = BOITES.find((une) => une === params.get('boite')) ?? 'recus'
  const message = Number(params.get('message')) || null
  const ecrire = params.get('ecrire')
  if (ecrire === NOUVEAU) return <Commencer />
  if (ecrire || message) {
    return (
      <Suspense fallback={<Squelette />}>
        {ecrire ? <Composer key={ecrire} cle={ecrire} /> : <MessageOuvert id={message ?? 0} />}
      </Suspense>
    )
  }
  return (
    <Page titre={`${t.onglets[boite]} – ${t.titre}`} entete={t.titre} actions={<Nouveau />}>
      <Reliquats />
      <Onglets nom={t.boites} onglets={LIENS} actuel={boite} />
      <Contenu boite={boite} />
    </Page>
  )
}
