import { journalApi } from '@releve/contract/journal/journal.api.ts'
import {
  type DetailJournal,
  FAMILLES_ACTIONS,
  LIBELLES_ACTIONS,
  type LigneJournal,
} from '@releve/contract/journal/journal.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import { useDemandee } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { Champ, liensChamp } from '../ui/Champ.tsx'
import { ChampTexte, type Option } from '../ui/ChampTexte.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { type Filtre, lireTexte, type PropsFiltre, recherche, TEXTE_MAX } from '../ui/filtre.tsx'
import { formatCompte, formatDate, formatDateCourte, formatHeure } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { useBrouillon } from '../ui/useBrouillon.ts'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import './journal.css'

const textesJournal = {
  titre: 'Journal',
  chapeau:
    'Connexions, refus, comptes, réglages\u00a0: qui a fait quoi, et quand. Rien ne s’y modifie\u202f; les lignes s’effacent d’elles-mêmes après douze mois, ou la durée réglée.',
  compte: (n: number) => formatCompte(n, 'ligne'),
  vide: 'Le journal est vide pour le moment.',
  aucun: 'Aucune ligne ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  personne: 'Personne de connu',
  rien: '—',
  change: 'devient',
  colonnes: {
    action: 'Action',
    le: 'Date',
    par: 'Personne',
    objet: 'Objet',
    details: 'Détail',
  },
  filtres: {
    recherche: 'Rechercher dans le journal',
    du: 'Du',
    au: 'Au',
    utilisateur: 'Personne',
    objet: 'Objet',
    action: 'Action',
    toutes: 'Toutes',
    famille: (libelle: string) => `${libelle}\u00a0: toutes`,
  },
  /** The filters in force, in words. */
  actifs: {
    du: (date: string) => `Depuis le ${date}`,
    au: (date: string) => `Jusqu’au ${date}`,
    utilisateur: (texte: string) => `Personne\u00a0: ${texte}`,
    objet: (texte: string) => `Objet\u00a0: ${texte}`,
  },
}

const journal = (query: Sent<typeof journalApi.listJournal.query>) =>
  queryOptions({
    queryKey: ['journal', query],
    queryFn: ({ signal }) => appeler(journalApi.listJournal, { query, signal }),
    placeholderData: keepPreviousData,
    // One comes here to see what has just happened.
    staleTime: 0,
  })

const useJournal = (query: Sent<typeof journalApi.listJournal.query>) =>
  useQuery({ ...journal(query), ...useDemandee() })

/** Every line that these filters leave, as a spreadsheet. */
const exporterJournal = (query: Sent<typeof journalApi.exporterJournal.query>) =>
  appeler(journalApi.exporterJournal, { query })

const c = textesJournal.colonnes
const f = textesJournal.filtres

type Mots = { libelle: string; dire: (texte: string) => string }

/** A text that narrows the list once it is left, or sent by Enter. */
function mot({ libelle, dire }: Mots): Filtre<string, readonly Option[]> {
  function Mot({ valeur, changer }: PropsFiltre) {
    const [texte, setTexte] = useBrouillon(valeur)
    const envoyer = () => {
      if (texte.trim() !== valeur) changer(texte.trim())
    }
    return (
      <ChampTexte
        libelle={libelle}
        maxLength={TEXTE_MAX}
        value={texte}
        onChange={({ target }) => setTexte(target.value)}
        onBlur={envoyer}
        onKeyDown={({ key }) => {
          if (key === 'Enter') envoyer()
        }}
      />
    )
  }
  return { place: 'champ', options: [], lire: lireTexte, dire, Champ: Mot }
}

/** A day that exists, in this century. */
function estJour(valeur: string): boolean {
  const minuit = new Date(`${valeur}T00:00:00Z`)
  return (
    valeur.startsWith('20') &&
    Number.isFinite(minuit.getTime()) &&
    minuit.toISOString().slice(0, 10) === valeur
  )
}

/**
 * A day that narrows the list once it is whole: a year being typed goes by 0002 and 0020. `apres`,
 * `avant`: the filter that holds the first day that it may be, or the last.
 */
function jour(
  { libelle, dire }: Mots,
  { apres = '', avant = '' },
): Filtre<string, readonly Option[]> {
  function Jour({ valeur, changer, criteres }: PropsFiltre) {
    const [texte, setTexte] = useBrouillon(valeur)
    const borneDe = (nom: string) => String(criteres[nom] ?? '') || undefined
    return (
      <ChampTexte
        libelle={libelle}
        type="date"
        min={borneDe(apres)}
        max={borneDe(avant)}
        value={texte}
        onChange={({ target: { value } }) => {
          setTexte(value)
          if (value !== valeur && (value === '' || estJour(value))) changer(value)
        }}
      />
    )
  }
  return {
    place: 'champ',
    options: [],
    lire: (texte) => (estJour(texte) ? texte : undefined),
    dire: (texte) => dire(formatDate(texte)),
    Champ: Jour,
  }
}

const codesDe = (actions: object) => Object.keys(actions).join(',')

/** These actions in words: a whole family by its name. */
function libelleActions(codes: string): string {
  const famille = FAMILLES_ACTIONS.find(({ actions }) => codesDe(actions) === codes)
  if (famille && codes.includes(',')) return f.famille(famille.libelle)
  return codes
    .split(',')
    .map((code) => LIBELLES_ACTIONS[code])
    .join(', ')
}

function ChoixAction({ valeur, changer }: PropsFiltre) {
  const id = useId()
  return (
    <Champ id={id} libelle={f.action}>
      <select
        className="ui-saisie"
        {...liensChamp(id, { libelle: f.action })}
        value={valeur}
        onChange={({ target }) => changer(target.value)}
      >
        <option value="">{f.toutes}</option>
        {FAMILLES_ACTIONS.map(({ code, libelle, actions }) => (
          <optgroup key={code} label={libelle}>
            {Object.keys(actions).length > 1 && (
              <option value={codesDe(actions)}>{f.famille(libelle)}</option>
            )}
            {Object.entries(actions).map(([cle, dit]) => (
              <option key={cle} value={cle}>
                {dit}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Champ>
  )
}

/** One action, or all those of a family. */
const action: Filtre<string[], readonly Option[]> = {
  place: 'champ',
  options: [],
  lire: (texte) => {
    const connues = texte.split(',').filter((code) => code in LIBELLES_ACTIONS)
    return connues.length > 0 ? connues : undefined
  },
  dire: libelleActions,
  Champ: ChoixAction,
}

const JOURNAL_DEMANDE = question({
  filtres: {
    q: recherche(f.recherche),
    du: jour({ libelle: f.du, dire: textesJournal.actifs.du }, { avant: 'au' }),
    au: jour({ libelle: f.au, dire: textesJournal.actifs.au }, { apres: 'du' }),
    utilisateur: mot({ libelle: f.utilisateur, dire: textesJournal.actifs.utilisateur }),
    action,
    objet: mot({ libelle: f.objet, dire: textesJournal.actifs.objet }),
  },
  tris: [],
  taille: 50,
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(journal(lireListe(JOURNAL_DEMANDE, adresse).query))

function Action({ libelle, alerte }: LigneJournal) {
  return (
    <span className={alerte ? 'jrn-action jrn-alerte' : 'jrn-action'}>
      {alerte && <Icone nom="attention" taille={16} />}
      {libelle}
    </span>
  )
}

function Instant({ le }: LigneJournal) {
  return (
    <time dateTime={le} className="jrn-date">
      {formatDateCourte(le)} <span className="jrn-heure">{formatHeure(le)}</span>
    </time>
  )
}

function Personne({ utilisateur }: LigneJournal) {
  if (!utilisateur) return <Second>{textesJournal.personne}</Second>
  const { id, identifiant, nomAffichable } = utilisateur
  return (
    <>
      <Link to={paths.utilisateur(id)}>{nomAffichable}</Link>
      {identifiant !== nomAffichable && <Second>{identifiant}</Second>}
    </>
  )
}

/** What is done to one report, whose number leads to it. */
const DU_RAPPORT = new Set(['ETAT_FORCE', 'VALIDATION_MEME_APPAREIL'])

function Objet({ action: faite, objet }: LigneJournal) {
  if (objet === null) return textesJournal.rien
  return DU_RAPPORT.has(faite) ? <Link to={paths.saisie(objet)}>{objet}</Link> : objet
}

function Detail({ libelle, avant, valeur, change }: DetailJournal) {
  return (
    <div>
      <dt>{libelle}</dt>{' '}
      <dd>
        {change && (
          <>
            <span className="jrn-avant">{avant ?? textesJournal.rien}</span>{' '}
            <Icone nom="chevronDroit" taille={13} />
            <Invisible>{textesJournal.change}</Invisible>{' '}
          </>
        )}
        {valeur ?? textesJournal.rien}
      </dd>
    </div>
  )
}

function Details({ details }: LigneJournal) {
  if (details.length === 0) return textesJournal.rien
  return (
    <dl className="jrn-details">
      {details.map((detail) => (
        <Detail key={`${detail.libelle}${detail.avant}${detail.valeur}`} {...detail} />
      ))}
    </dl>
  )
}

const COLONNES: Colonne<LigneJournal>[] = [
  { cle: 'fait', titre: c.action, largeur: 25, rendu: (ligne) => <Action {...ligne} /> },
  { cle: 'le', titre: c.le, largeur: 'contenu', rendu: (ligne) => <Instant {...ligne} /> },
  {
    cle: 'par',
    titre: c.par,
    largeur: 22,
    coupure: 'libre',
    rendu: (ligne) => <Personne {...ligne} />,
  },
  {
    cle: 'objet',
    titre: c.objet,
    largeur: 15,
    coupure: 'libre',
    rendu: (ligne) => <Objet {...ligne} />,
  },
  { cle: 'details', titre: c.details, rendu: (ligne) => <Details {...ligne} /> },
]

export const JOURNAL = liste({
  ...JOURNAL_DEMANDE,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: textesJournal,
  icone: 'historique',
  className: 'jrn-tableau',
})

/** `/dashboard/journal`: who did what, and when. */
export default function JournalPage() {
  const filtrage = useListe(JOURNAL)
  const { criteres, query } = filtrage
  const requete = useJournal(query)
  return (
    <Page titre={textesJournal.titre} chapeau={textesJournal.chapeau}>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterJournal({ ...criteres, format })}
      />
    </Page>
  )
}
