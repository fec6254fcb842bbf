import { CATEGORIES } from '@releve/contract/document/document.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire, MOIS } from '@releve/contract/mois.ts'
import { plier } from '@releve/contract/plier.ts'
import type { Trouvailles } from '@releve/contract/recherche/recherche.api.ts'
import {
  RECHERCHE_MIN,
  RESULTATS_PAR_GENRE,
  rechercheApi,
} from '@releve/contract/recherche/recherche.api.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { appeler } from '../app/client.ts'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { useCodification } from '../codification/codification.queries.ts'
import { paths } from '../paths.ts'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { EchecChargement } from '../ui/Chargement.tsx'
import { fermeture, useModale } from '../ui/Dialogue.tsx'
import { formatCompte, formatDate } from '../ui/format.ts'
import { Icone, type NomIcone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import './recherche.css'

/** A screen of this person's menu, or a part of one (`lieu`: of which). */
export type EcranTrouve = { libelle: string; to: string; lieu?: string }
type ChosesTrouvees = Trouvailles & { ecrans: EcranTrouve[] }
type Genre = keyof ChosesTrouvees
type ChoseTrouvee<G extends Genre> = ChosesTrouvees[G][number]

/** A line of the results: what is found, in words. `cle`: unique, and fit for an `id`. */
type Resultat = { cle: string; titre: string; details: string[] } & {
  [G in Genre]: { genre: G; element: ChoseTrouvee<G> }
}[Genre]

/** Labels of the codes of structures, where they are known. */
type Libelles = (codification: 'TYPE_STRUCTURE' | 'REGION', code: string) => string

function formulaireEnMots(element: ChoseTrouvee<'formulaires'>): Resultat {
  const { numero, modele, structure, mois, annee, etat } = element
  const nom = MOIS[mois - 1]
  const periode = nom ? libelleFormulaire({ mois: nom, annee, modele }) : String(annee)
  return {
    genre: 'formulaires',
    element,
    cle: `f-${numero}`,
    titre: `${modele.code} – ${periode}`,
    details: [structure.libelle, numero, LIBELLES_ETATS[etat]],
  }
}

function structureEnMots(element: ChoseTrouvee<'structures'>, libelles: Libelles): Resultat {
  const { id, code, libelle, typeStructure, region } = element
  const details = [code, libelles('TYPE_STRUCTURE', typeStructure), libelles('REGION', region)]
  return { genre: 'structures', element, cle: `s-${id}`, titre: libelle, details }
}

function utilisateurEnMots(element: ChoseTrouvee<'utilisateurs'>): Resultat {
  const { id, nomAffichable, identifiant, fonction, structure, roles } = element
  const place = structure?.libelle ?? roles.map((role) => LIBELLES_ROLES[role]).join(', ')
  const details = [identifiant, fonction, place].filter((detail) => detail !== null)
  return { genre: 'utilisateurs', element, cle: `u-${id}`, titre: nomAffichable, details }
}

function messageEnMots(element: ChoseTrouvee<'messages'>): Resultat {
  const { id, objet, expediteur, envoyeLe } = element
  const details = [expediteur, formatDate(envoyeLe)]
  return { genre: 'messages', element, cle: `m-${id}`, titre: objet, details }
}

function documentEnMots(element: ChoseTrouvee<'documents'>): Resultat {
  const { id, titre, categorie } = element
  return { genre: 'documents', element, cle: `d-${id}`, titre, details: [CATEGORIES[categorie]] }
}

function ecranEnMots(element: EcranTrouve, rang: number): Resultat {
  const { libelle, lieu = textesRecherche.duMenu } = element
  return { genre: 'ecrans', element, cle: `e-${rang}`, titre: libelle, details: [lieu] }
}

/** Screens whose name holds every word. */
export function ecransTrouves(q: string, ecrans: readonly EcranTrouve[]): EcranTrouve[] {
  const mots = plier(q).split(' ').filter(Boolean)
  return ecrans.filter(({ libelle }) => mots.every((mot) => plier(libelle).includes(mot)))
}

type Groupe = { genre: Genre; resultats: Resultat[] }

/** The kinds that have results, in the order in which they are read. */
export function groupesDe(trouve: ChosesTrouvees, libelles: Libelles): Groupe[] {
  const { formulaires, structures, utilisateurs, messages, documents, ecrans } = trouve
  const groupes: Groupe[] = [
    { genre: 'formulaires', resultats: formulaires.map(formulaireEnMots) },
    { genre: 'structures', resultats: structures.map((s) => structureEnMots(s, libelles)) },
    { genre: 'utilisateurs', resultats: utilisateurs.map(utilisateurEnMots) },
    { genre: 'messages', resultats: messages.map(messageEnMots) },
    { genre: 'documents', resultats: documents.map(documentEnMots) },
    { genre: 'ecrans', resultats: ecrans.map(ecranEnMots) },
  ]
  return groupes.filter(({ resultats }) => resultats.length > 0)
}

/**
 * Index that a key leads to among `n` results, from `actuel` (-1: none yet); null when the key is
 * the field's own. Home and End move in the text until a result is chosen.
 */
export function rangVise(touche: string, actuel: number, n: number): number | null {
  if (n === 0) return null
  if (touche === 'ArrowDown') return (actuel + 1) % n
  if (touche === 'ArrowUp') return actuel <= 0 ? n - 1 : actuel - 1
  if (actuel < 0) return null
  if (touche === 'Home') return 0
  if (touche === 'End') return n - 1
  return null
}

const textesRecherche = {
  titre: 'Rechercher',
  /** What may be found, by whether the person finds accounts. */
  champ: {
    avecComptes:
      'Rechercher un rapport, une structure, un compte, un message, un document ou un écran',
    sansComptes: 'Rechercher un rapport, une structure, un message, un document ou un écran',
  },
  fermer: 'Fermer la recherche',
  minimum: (n: number) => `Saisissez au moins ${n}\u00a0caractères.`,
  exemples:
    'Par exemple\u00a0: «\u00a0mars 2026\u00a0», «\u00a0Port-Clair\u00a0», «\u00a0RMA février\u00a0», ou le numéro d’un rapport.',
  enCours: 'Recherche en cours…',
  vide: (q: string) =>
    `Aucun résultat pour «\u00a0${q}\u00a0». Vérifiez l’orthographe, ou cherchez un code.`,
  compte: (n: number) => formatCompte(n, 'résultat'),
  premiersEnTout: (n: number) => formatCompte(n, 'premier résultat', 'premiers résultats'),
  premiers: (n: number) => `les ${n}\u00a0premiers`,
  groupes: {
    formulaires: 'Rapports',
    structures: 'Structures',
    utilisateurs: 'Utilisateurs',
    messages: 'Messages',
    documents: 'Documents',
    ecrans: 'Écrans',
  },
  duMenu: 'Menu',
  touches: [
    ['↑ ↓', 'choisir'],
    ['Entrée', 'ouvrir'],
    ['Échap', 'fermer'],
  ],
} as const

/** How long one stops typing before the server is asked. */
const DELAI_MS = 200

function useRetard(valeur: string): string {
  const [retardee, setRetardee] = useState(valeur)
  useEffect(() => {
    const minuterie = setTimeout(() => setRetardee(valeur), DELAI_MS)
    return () => clearTimeout(minuterie)
  }, [valeur])
  return retardee
}

/**
 * What is found for `q`, once one stops typing; a call that another one replaces is abandoned.
 * `frais`: what is shown answers what is typed, and not what was before.
 */
function useRecherche(q: string) {
  const voulue = useRetard(q)
  const requete = useQuery({
    queryKey: ['recherche', voulue],
    queryFn: ({ signal }) => appeler(rechercheApi.rechercher, { query: { q: voulue }, signal }),
    enabled: voulue.length >= RECHERCHE_MIN,
    placeholderData: keepPreviousData,
  })
  const frais = voulue === q && !requete.isFetching && !requete.isPlaceholderData
  return { ...requete, frais }
}

const ICONES: Record<Genre, NomIcone> = {
  formulaires: 'rapport',
  structures: 'structures',
  utilisateurs: 'personne',
  messages: 'commentaire',
  documents: 'telecharger',
  ecrans: 'accueil',
}

type OptionProps = { resultat: Resultat; estChoisi: boolean; onOuvrir: (r: Resultat) => void }

function Option({ resultat, estChoisi, onOuvrir }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (estChoisi) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [estChoisi])
  const { cle, genre, titre, details } = resultat
  return (
    // The focus stays in the field, which hears the keys (combobox).
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={ref}
      id={`rec-${cle}`}
      role="option"
      tabIndex={-1}
      aria-selected={estChoisi}
      className="rec-option"
      onClick={() => onOuvrir(resultat)}
    >
      <Icone nom={ICONES[genre]} />
      <span className="rec-mots">
        <span className="rec-titre">{titre}</span>
        <span className="rec-details">{details.join('\u00a0· ')}</span>
      </span>
    </div>
  )
}

type PropsResultats = {
  id: string
  groupes: readonly Groupe[]
  choisi: string | null
  onOuvrir: (resultat: Resultat) => void
}

/** What was found, kind by kind: the list of a combobox. */
function Resultats({ id, groupes, choisi, onOuvrir }: PropsResultats) {
  return (
    <div id={id} role="listbox" aria-label={textesRecherche.titre} hidden={groupes.length === 0}>
      {groupes.map(({ genre, resultats }) => (
        <div key={genre} role="group" aria-labelledby={`rec-${genre}`} className="rec-groupe">
          <p id={`rec-${genre}`} className="rec-genre">
            {textesRecherche.groupes[genre]}
            {resultats.length === RESULTATS_PAR_GENRE && (
              <small>{textesRecherche.premiers(RESULTATS_PAR_GENRE)}</small>
            )}
          </p>
          {resultats.map((resultat) => (
            <Option
              key={resultat.cle}
              resultat={resultat}
              estChoisi={resultat.cle === choisi}
              onOuvrir={onOuvrir}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const LISTE = 'rec-liste'
const NOM = 'rec-nom'

/** Words of the codes that describe a structure; the code itself until they come. */
function useLibelles(): Libelles {
  const types = useCodification('TYPE_STRUCTURE').data ?? []
  const regions = useCodification('REGION').data ?? []
  return (codification, code) => {
    const liste = codification === 'REGION' ? regions : types
    return liste.find((valeur) => valeur.code === code)?.libelle ?? code
  }
}

/** For what is said only: the server alone decides what is found. */
function useLibelleChamp(): string {
  const { roles } = useAuth()
  return aDroit(roles, 'utilisateur.lister')
    ? textesRecherche.champ.avecComptes
    : textesRecherche.champ.sansComptes
}

/** The settings, for who may change them alone: nobody else receives their names. */
function useReglages(): readonly EcranTrouve[] {
  const { roles } = useAuth()
  const { data = [] } = useQuery({
    queryKey: ['reglages'],
    queryFn: async () => (await import('../parametre/reglages.queries.ts')).REGLAGES,
    enabled: aDroit(roles, 'parametre.gerer'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

function useTrouvailles(q: string, duMenu: readonly EcranTrouve[]) {
  const ecrans = [...duMenu, ...useReglages()]
  const libelles = useLibelles()
  const requete = useRecherche(q)
  const assez = q.length >= RECHERCHE_MIN
  const groupes =
    assez && requete.data
      ? groupesDe({ ...requete.data, ecrans: ecransTrouves(q, ecrans) }, libelles)
      : []
  return { ...requete, assez, groupes, plat: groupes.flatMap(({ resultats }) => resultats) }
}

type Props = {
  texte: string
  onTexte: (texte: string) => void
  /** `cle` of the result that the keyboard is on. */
  choisi: string | null
  onChoisi: (cle: string | null) => void
  onOuvrir: (resultat: Resultat) => void
  onFermer: () => void
  /** Those of this person's menu. */
  ecrans: readonly EcranTrouve[]
}

/** What is said under the field, and heard: the count of results, or why there are none. */
function Dit({ q, trouvailles }: { q: string; trouvailles: ReturnType<typeof useTrouvailles> }) {
  const { assez, frais, error, plat, groupes } = trouvailles
  const phrase = () => {
    if (!assez) return textesRecherche.minimum(RECHERCHE_MIN)
    if (error) return ''
    if (!frais) return textesRecherche.enCours
    if (plat.length === 0) return textesRecherche.vide(q)
    const plein = groupes.some(({ resultats }) => resultats.length === RESULTATS_PAR_GENRE)
    return (plein ? textesRecherche.premiersEnTout : textesRecherche.compte)(plat.length)
  }
  const dit = phrase()
  return (
    <p role="status" className="rec-dit" hidden={dit === ''}>
      {/* Begins with a figure: on its own, it would not tell which way it reads. */}
      <bdi dir="ltr">{dit}</bdi>
    </p>
  )
}

type TeteProps = Pick<Props, 'texte' | 'onTexte' | 'onFermer'> & {
  /** `id` of the result that the keyboard is on. */
  actif: string | undefined
  deplie: boolean
  auClavier: (evenement: KeyboardEvent) => void
}

/** The field, and the way out. The focus stays in it while the arrows go through the results. */
function Tete({ texte, onTexte, onFermer, actif, deplie, auClavier }: TeteProps) {
  const champ = useRef<HTMLInputElement>(null)
  const libelle = useLibelleChamp()
  useEffect(() => champ.current?.focus(), [])
  return (
    <div className="rec-tete">
      <Icone nom="recherche" />
      <Invisible id={NOM}>{libelle}</Invisible>
      <input
        ref={champ}
        type="text"
        role="combobox"
        aria-labelledby={NOM}
        className="rec-champ"
        aria-expanded={deplie}
        aria-controls={LISTE}
        aria-autocomplete="list"
        aria-activedescendant={actif}
        placeholder={libelle}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={texte}
        onChange={(evenement) => onTexte(evenement.target.value)}
        onKeyDown={auClavier}
      />
      <BoutonIcone nom="fermer" aria-label={textesRecherche.fermer} onClick={onFermer} />
    </div>
  )
}

const Touches = () => (
  <p className="rec-touches" aria-hidden="true">
    {textesRecherche.touches.map(([touche, acte]) => (
      <span key={touche}>
        <kbd>{touche}</kbd> {acte}
      </span>
    ))}
  </p>
)

/** The field and its results: a combobox, whose list follows what one types. */
function Chercher({ texte, onTexte, choisi, onChoisi, onOuvrir, onFermer, ecrans }: Props) {
  const q = texte.trim()
  const trouvailles = useTrouvailles(q, ecrans)
  const { groupes, plat, frais, error, refetch, assez } = trouvailles
  const rang = plat.findIndex(({ cle }) => cle === choisi)
  const auClavier = (evenement: KeyboardEvent) => {
    const vise = rangVise(evenement.key, rang, plat.length)
    const resultat = plat[rang] ?? plat[0]
    if (vise !== null) onChoisi(plat[vise]?.cle ?? null)
    // Of what was typed before, nothing opens by surprise.
    else if (evenement.key === 'Enter' && frais && resultat) onOuvrir(resultat)
    else return
    evenement.preventDefault()
  }
  const actif = rang >= 0 ? `rec-${choisi}` : undefined
  return (
    <>
      <Tete {...{ texte, onTexte, onFermer, actif, auClavier }} deplie={plat.length > 0} />
      <div className="rec-corps" aria-busy={assez && !frais && !error}>
        <Dit q={q} trouvailles={trouvailles} />
        {!assez && <p className="rec-aide">{textesRecherche.exemples}</p>}
        {assez && error && (
          <div className="rec-echec">
            <EchecChargement echec={error} onReessayer={() => void refetch()} />
          </div>
        )}
        <Resultats id={LISTE} groupes={groupes} choisi={choisi} onOuvrir={onOuvrir} />
      </div>
      <Touches />
    </>
  )
}

/** Where the screen of what is found is. */
function adresseDe(resultat: Resultat, roles: readonly Role[]): string {
  if (resultat.genre === 'formulaires') return paths.saisie(resultat.element.numero)
  if (resultat.genre === 'structures') {
    const { code } = resultat.element
    // Their record is for who reminds them; others know a structure by its reports.
    const aLEcran = aDroit(roles, 'relancer')
    return aLEcran ? paths.structure(code) : paths.saisiesStructures({ q: code })
  }
  if (resultat.genre === 'utilisateurs') return paths.utilisateur(resultat.element.id)
  if (resultat.genre === 'documents') return paths.documents({ q: resultat.element.titre })
  if (resultat.genre === 'ecrans') return resultat.element.to
  return paths.messagerie({ message: String(resultat.element.id) })
}

/** Search across reports, structures, accounts, one's own messages, documents and screens. */
export default function RechercheDialogue({
  onFermer,
  ecrans,
}: Pick<Props, 'onFermer' | 'ecrans'>) {
  const ref = useModale()
  const navigate = useNavigate()
  const { roles } = useAuth()
  const [texte, setTexte] = useState('')
  const [choisi, setChoisi] = useState<string | null>(null)
  const ouvrir = (resultat: Resultat) => {
    onFermer()
    void navigate(adresseDe(resultat, roles))
  }
  return (
    <dialog
      ref={ref}
      className="ui-dialogue rec-dialogue"
      aria-label={textesRecherche.titre}
      {...fermeture(onFermer)}
      // A browser may close it by itself at a second Escape.
      onClose={(evenement) => {
        if (evenement.target === evenement.currentTarget && !evenement.currentTarget.open) {
          onFermer()
        }
      }}
    >
      <Chercher
        texte={texte}
        onTexte={(saisi) => {
          setTexte(saisi)
          setChoisi(null)
        }}
        choisi={choisi}
        onChoisi={setChoisi}
        onOuvrir={ouvrir}
        onFermer={onFermer}
        ecrans={ecrans}
      />
    </dialog>
  )
}
